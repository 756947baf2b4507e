import GazePipeline

/// Axes and order of three rotation angles.
///
/// As in SciPy: capital letters are intrinsic (`YXZ`: about y, then about the turned x, then about the twice turned z;
/// `R = Ry(a)·Rx(b)·Rz(c)`), small letters are extrinsic (`yxz`: about fixed axes; `R = Rz(c)·Rx(b)·Ry(a)`). Any three
/// axes are allowed if no two neighbours are the same.
public struct EulerOrder: Sendable, Equatable, CustomStringConvertible {
  /// 0, 1, 2 for x, y, z.
  let axes: [Int]
  let isIntrinsic: Bool

  /// ARKit's `ARCamera.eulerAngles`: a rotation by roll, then by pitch, then by yaw, each about a fixed axis.
  public static let arkit = EulerOrder(axes: [1, 0, 2], isIntrinsic: true)

  private init(axes: [Int], isIntrinsic: Bool) {
    self.axes = axes
    self.isIntrinsic = isIntrinsic
  }

  /// Creates an order from its three letters; nil for any other text.
  public init?(_ text: String) {
    let (capital, small) = (Array("XYZ"), Array("xyz"))
    let isIntrinsic = text.allSatisfy { capital.contains($0) }
    guard text.count == 3, isIntrinsic || text.allSatisfy({ small.contains($0) }) else { return nil }
    let axes = text.compactMap { letter in (isIntrinsic ? capital : small).firstIndex(of: letter) }
    guard axes.count == 3, axes[0] != axes[1], axes[1] != axes[2] else { return nil }
    self.init(axes: axes, isIntrinsic: isIntrinsic)
  }

  /// The three letters.
  public var description: String { String(axes.map { Array(isIntrinsic ? "XYZ" : "xyz")[$0] }) }

  /// True if the first and the last axis are the same (proper Euler angles).
  var isProper: Bool { axes[0] == axes[2] }

  /// Returns the rotation of three angles in radians, given in the order of the letters.
  func rotation(_ angles: SIMD3<Double>) -> RotationMatrix {
    let parts = (0..<3).map { index -> RotationMatrix in
      switch axes[index] {
      case 0: .aboutX(angles[index])
      case 1: .aboutY(angles[index])
      default: .aboutZ(angles[index])
      }
    }
    return isIntrinsic ? parts[0] * parts[1] * parts[2] : parts[2] * parts[1] * parts[0]
  }
}

extension RotationMatrix {
  /// Creates the rotation of a quaternion (x, y, z, w) of any length; nil for the zero quaternion.
  init?(quaternion q: SIMD4<Double>) {
    let length = (q * q).sum().squareRoot()
    guard length > 1e-6, length.isFinite else { return nil }
    let (x, y, z, w) = (q.x / length, q.y / length, q.z / length, q.w / length)
    self.init(
      columns: SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)),
      SIMD3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)),
      SIMD3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)))
  }
}
