/// A half-line, such as an eye's position and gaze direction.
public struct GazeRay: Sendable, Equatable {
  /// Start, metres.
  public var origin: SIMD3<Double>
  /// Direction, of any non-zero length.
  public var direction: SIMD3<Double>

  /// A ray from its parts.
  public init(origin: SIMD3<Double>, direction: SIMD3<Double>) {
    self.origin = origin
    self.direction = direction
  }

  /// Point where the ray, given in the camera's frame, meets the screen's plane z = 0: `h = o − d · o_z / d_z`, metres
  /// from the camera.
  ///
  /// nil if the ray starts behind the plane (`o_z ≥ 0`), runs parallel to the plane or away from it (`d_z ≤ 0.02·|d|`,
  /// within about a degree of parallel), hits the plane more than `reach` metres from the camera, or is not finite.
  @inline(__always) public func hitOnScreenPlane(reach: Double = 1) -> SIMD2<Double>? {
    guard origin.z < 0, direction.z > 0.02 * direction.length else { return nil }
    let hit = origin - direction * (origin.z / direction.z)
    let point = SIMD2(hit.x, hit.y)
    return point.isFinite && point.length <= reach ? point : nil
  }
}
