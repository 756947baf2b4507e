import GazePipeline
import GazeRecording

/// The columns of one pose in a table, and how their numbers become a matrix.
struct PoseColumns {
  /// A column and the sign of its numbers.
  struct Column: Equatable {
    var index: Int
    var sign = 1.0
  }

  enum Rotation: Equatable {
    case matrix([Column])
    /// In the order x, y, z, w.
    case quaternion([Column])
    /// In the order of the axes.
    case euler([Column], EulerOrder)
  }

  let pose: PoseTableMap.Pose
  let rotation: Rotation
  /// x, y, z; empty where the table has none.
  let translation: [Column]

  /// Finds a pose among a table's titles; nil where it is not there and nobody named it.
  init?(
    _ pose: PoseTableMap.Pose, map: PoseTableMap, titles: [String], simple: [String]
  ) throws(LineFault) {
    self.pose = pose
    let finder = Finder(titles: titles, simple: simple)
    switch map.poses[pose] {
    case .named(let matrix, let quaternion, let euler, let translation):
      self.translation = try finder.named(translation)
      if !matrix.isEmpty {
        rotation = .matrix(try finder.named(matrix))
      } else if !quaternion.isEmpty {
        rotation = .quaternion(try Self.ordered(try finder.named(quaternion), map, pose))
      } else {
        rotation = .euler(try finder.named(euler), map.euler ?? .arkit)
      }
    case .prefix(let prefix):
      let simple = Finder.simple(prefix)
      guard let found = try Self.rotation(simple, finder, map, pose) else {
        throw LineFault(
          message: """
            has no pose of columns that begin with `\(TerminalText.line(prefix.prefix(40)))`, which are to be \(pose.rawValue); \
            expected that and 0 to 15, m11 to m44, qx qy qz qw, or yaw pitch roll
            """)
      }
      rotation = found
      translation = finder.translation(simple)
    case nil:
      for prefix in pose.usual {
        guard let found = try Self.rotation(prefix, finder, map, pose) else { continue }
        rotation = found
        translation = finder.translation(prefix)
        return
      }
      return nil
    }
  }

  private static func rotation(
    _ prefix: String, _ finder: Finder, _ map: PoseTableMap, _ pose: PoseTableMap.Pose
  ) throws(LineFault) -> Rotation? {
    let pairs = (0..<4).flatMap { row in (0..<4).map { (row, $0) } }
    for names in [
      (0..<16).map(String.init), pairs.map { "m\($0.0 + 1)\($0.1 + 1)" }, pairs.map { "\($0.0)\($0.1)" },
      pairs.map { "m\($0.0)\($0.1)" },
    ] {
      if let columns = finder.all(prefix, names) { return .matrix(columns) }
    }
    if let columns = finder.all(prefix, ["qx", "qy", "qz", "qw"])
      ?? finder.all(prefix, ["quatx", "quaty", "quatz", "quatw"])
    {
      return .quaternion(columns)
    }
    if let columns = finder.all(prefix, ["q0", "q1", "q2", "q3"]) {
      return .quaternion(try ordered(columns, map, pose))
    }
    let order = map.euler ?? .arkit
    for names in [["pitch", "yaw", "roll"], ["rx", "ry", "rz"], ["eulerx", "eulery", "eulerz"]] {
      guard let columns = finder.all(prefix, names) else { continue }
      guard !order.isProper else {
        throw LineFault(
          message: "the order \(order) turns twice about one axis: name the three columns in that order in a --map file"
        )
      }
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
          "the columns of the quaternion of \(pose.rawValue) do not say which is w; give --quaternion xyzw or wxyz")
    }
  }

  /// Finds columns by name.
  struct Finder {
    let titles: [String]
    let simple: [String]

    /// Lower case, letters and digits only.
    static func simple(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    func all(_ prefix: String, _ names: [String]) -> [Column]? {
      var columns: [Column] = []
      for name in names {
        guard let index = simple.firstIndex(of: prefix + name) else { return nil }
        columns.append(Column(index: index))
      }
      return columns
    }

    func translation(_ prefix: String) -> [Column] {
      for letters in ["", "t", "p", "pos", "position", "translation"] {
        if let columns = all(prefix, ["x", "y", "z"].map { letters + $0 }) { return columns }
      }
      return []
    }

    func named(_ names: [String]) throws(LineFault) -> [Column] {
      var columns: [Column] = []
      for name in names { columns.append(try named(name)) }
      return columns
    }

    func named(_ name: String) throws(LineFault) -> Column {
      if let index = titles.firstIndex(of: name) { return Column(index: index) }
      if name.hasPrefix("-"), let index = titles.firstIndex(of: String(name.dropFirst())) {
        return Column(index: index, sign: -1)
      }
      throw LineFault(message: "has no column `\(TerminalText.line(name.prefix(60)))`; it has \(list)")
    }

    var list: String {
      let some = titles.prefix(20).map { "`\(TerminalText.line($0.prefix(40)))`" }.joined(separator: ", ")
      return titles.count > 20 ? some + ", …" : some
    }
  }

  /// In words, for the report.
  func sentence(_ titles: [String]) -> String {
    func names(_ columns: [Column]) -> String {
      let all = columns.map { ($0.sign < 0 ? "-" : "") + TerminalText.line(titles[$0.index].prefix(40)) }
      return all.count > 4 ? "\(all[0]) to \(all[all.count - 1])" : all.joined(separator: " ")
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
