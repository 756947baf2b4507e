import GazePipeline
import GazeRecording

/// Columns of one pose in a table, and the conversion of their numbers to a matrix.
struct PoseColumns {
  /// A column and the sign of its numbers.
  struct Column: Equatable {
    var index: Int
    var sign = 1.0
  }

  enum Rotation: Equatable {
    case matrix([Column])
    /// Columns of a quaternion, in the order x, y, z, w.
    case quaternion([Column])
    /// Columns of Euler angles, in the order of the axes.
    case euler([Column], EulerOrder)
  }

  let pose: PoseTableMap.Pose
  let rotation: Rotation
  /// Columns of the position, x, y, z; empty if the table has none.
  let translation: [Column]

  /// Finds a pose among a table's titles; nil if the table lacks the pose and the map does not name it.
  init?(_ pose: PoseTableMap.Pose, map: PoseTableMap, names: ColumnNames) throws(LineFault) {
    self.pose = pose
    let stated: String?
    switch map.poses[pose] {
    case .named(let matrix, let quaternion, let euler, let translation):
      self.translation = try names.columns(translation)
      if !matrix.isEmpty {
        rotation = .matrix(try names.columns(matrix))
      } else if !quaternion.isEmpty {
        rotation = .quaternion(try Self.ordered(try names.columns(quaternion), map, pose))
      } else {
        rotation = .euler(try names.columns(euler), map.euler ?? .arkit)
      }
      return
    case .prefix(let prefix): stated = prefix
    case nil: stated = nil
    }
    for prefix in stated.map({ [ColumnNames.simple($0)] }) ?? pose.usual {
      guard let found = try Self.rotation(prefix, names, map, pose) else { continue }
      (rotation, translation) = (found, names.translation(prefix))
      return
    }
    guard let stated else { return nil }
    throw LineFault(
      message: """
        has no pose in the columns that begin with `\(stated.prefix(40))` (for \
        \(pose.rawValue)); expected that beginning with 0 to 15, m11 to m44, qx qy qz qw, or yaw pitch roll
        """)
  }

  private static func rotation(
    _ prefix: String, _ names: ColumnNames, _ map: PoseTableMap, _ pose: PoseTableMap.Pose
  ) throws(LineFault) -> Rotation? {
    /// The sixteen names by row and column, both counted from `first`.
    func pairs(_ letter: String, from first: Int) -> String {
      (0..<16).map { "\(letter)\($0 / 4 + first)\($0 % 4 + first)" }.joined(separator: " ")
    }
    let numbers = (0..<16).map(String.init).joined(separator: " ")
    for parts in [numbers, pairs("m", from: 1), pairs("", from: 0), pairs("m", from: 0)] {
      if let columns = names.columns(of: prefix, parts) { return .matrix(columns) }
    }
    for parts in ["qx qy qz qw", "quatx quaty quatz quatw"] {
      if let columns = names.columns(of: prefix, parts) { return .quaternion(columns) }
    }
    if let columns = names.columns(of: prefix, "q0 q1 q2 q3") {
      return .quaternion(try ordered(columns, map, pose))
    }
    let order = map.euler ?? .arkit
    for angles in ["pitch yaw roll", "rx ry rz", "eulerx eulery eulerz"] {
      guard let columns = names.columns(of: prefix, angles) else { continue }
      try expect(
        !order.isProper, nil,
        "the order \(order) turns twice about one axis: name the three columns in that order in a "
          + Wording.of(command: "--map file", app: "map of columns"))
      return .euler(order.axes.map { columns[$0] }, order)
    }
    return nil
  }

  private static func ordered(
    _ columns: [Column], _ map: PoseTableMap, _ pose: PoseTableMap.Pose
  ) throws(LineFault) -> [Column] {
    switch map.quaternionOrder {
    case "xyzw": return columns
    case "wxyz": return [columns[1], columns[2], columns[3], columns[0]]
    default:
      throw LineFault(
        message:
          "the columns of the quaternion of \(pose.rawValue) do not state which is w; give "
          + Wording.of(command: "--quaternion", app: "the order") + " xyzw or wxyz")
    }
  }

  /// True for a matrix, which includes the position.
  var isMatrix: Bool { if case .matrix = rotation { true } else { false } }

  var isEuler: Bool { if case .euler = rotation { true } else { false } }

  /// True if the table contains the pose's position.
  var hasPlace: Bool { isMatrix || !translation.isEmpty }

  /// Description for the report.
  func sentence(_ all: ColumnNames) -> String {
    func names(_ columns: [Column]) -> String {
      let names = columns.map { ($0.sign < 0 ? "-" : "") + TerminalText.line(all.titles[$0.index].prefix(40)) }
      return names.count > 4 ? "\(names[0]) to \(names[names.count - 1])" : names.joined(separator: " ")
    }
    let turning =
      switch rotation {
      case .matrix(let columns): "a matrix (\(names(columns)))"
      case .quaternion(let columns): "a quaternion x y z w (\(names(columns)))"
      case .euler(let columns, let order):
        "Euler angles \(order), \(order.isIntrinsic ? "about the turned axes" : "about fixed axes") (\(names(columns)))"
      }
    return "\(pose.rawValue): \(turning)" + (translation.isEmpty ? "" : ", translation (\(names(translation)))")
  }
}

extension ColumnNames {
  /// Columns of a pose whose names begin with `prefix`, nil if one is missing.
  fileprivate func columns(of prefix: String, _ parts: String) -> [PoseColumns.Column]? {
    words(parts).allOrNone { simple.firstIndex(of: prefix + $0).map { PoseColumns.Column(index: $0) } }
  }

  fileprivate func translation(_ prefix: String) -> [PoseColumns.Column] {
    ["", "t", "p", "pos", "position", "translation"].lazy.compactMap { columns(of: prefix + $0, "x y z") }.first ?? []
  }

  /// Columns of exactly these names; a minus before a name changes the sign.
  fileprivate func columns(_ names: [String]) throws(LineFault) -> [PoseColumns.Column] {
    var columns: [PoseColumns.Column] = []
    for name in names {
      if name.hasPrefix("-"), !titles.contains(name), let index = titles.firstIndex(of: String(name.dropFirst())) {
        columns.append(PoseColumns.Column(index: index, sign: -1))
      } else {
        columns.append(PoseColumns.Column(index: try place(named: name)))
      }
    }
    return columns
  }
}

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
}

extension EulerOrder {
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
  func rotation(_ angles: Vector3) -> RotationMatrix {
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
