import GazePipeline
import GazeRecording

/// Rows of a table of headphone motion as numbers; NaN is an unknown number.
struct HeadMotionTable {
  /// One row.
  struct Row {
    var line: Int
    /// The times of the row, one per column of times.
    var times: [Double]
    /// Angles (yaw, pitch, roll), quaternion (w, x, y, z) and three vectors, with the numbers as the file states them.
    var euler: SIMD3<Double>
    var quaternion: SIMD4<Double>
    var rate: SIMD3<Double>
    var acceleration: SIMD3<Double>
    var gravity: SIMD3<Double>
  }

  /// Maximum number of rows: a little more than ten hours at 50 Hz.
  static let most = 2_000_000
  /// Number of lines at the file's beginning that are searched for the column names.
  private static let preamble = 30

  /// Name of the file in errors.
  let name: String
  let columns: HeadMotionColumns
  private(set) var rows: [Row] = []
  /// Number of rows that have fewer or more fields than there are names, and the line of the first such row.
  let broken: (count: Int, line: Int)
  /// Clocks of the columns of times; they record whether dates were written as text.
  private(set) var clocks: [ImportClock]
  /// Times of the first row, as the file states them.
  private(set) var examples: [String] = []

  /// Reads a file.
  ///
  /// - Throws: if the column names are not those of headphone motion, there are no rows, or most rows have a wrong
  ///   number of fields.
  init(path: String) throws(FileError) {
    let expected = """
      a time (timestamp, time …) and an attitude (quaternion x, y, z, w, or yaw, pitch, roll) of headphone motion \
      among its columns
      """
    var table = try ImportTable(path: path, expected: expected, preamble: Self.preamble) {
      HeadMotionColumns($0) != nil
    }
    guard let columns = HeadMotionColumns(table.names) else {
      throw table.fault(LineFault(message: "expected \(expected)"))
    }
    name = table.name
    self.columns = columns
    clocks = columns.times.map { _ in ImportClock() }
    var rows: [Row] = []
    while try table.nextWhole() {
      guard rows.count < Self.most else {
        throw table.fault(LineFault(message: "has more than \(Self.most) rows; split it into several files"))
      }
      if rows.isEmpty { examples = columns.times.map { table.text($0.index) } }
      rows.append(Self.row(table, columns, &clocks))
    }
    self.rows = rows
    broken = table.broken
    guard !rows.isEmpty else {
      throw FileError(path: name, message: "has titles and no rows; expected one row per sample")
    }
    guard broken.count <= rows.count else {
      let all = rows.count + broken.count
      throw FileError(
        path: name, line: broken.line,
        message:
          "expected \(table.names.titles.count) fields as in the first line; \(broken.count) of \(all) rows differ")
    }
  }

  private static func row(
    _ table: borrowing ImportTable, _ columns: HeadMotionColumns, _ clocks: inout [ImportClock]
  ) -> Row {
    func three(_ columns: [HeadMotionColumns.Column]) -> SIMD3<Double> {
      guard columns.count == 3 else { return SIMD3(repeating: .nan) }
      return SIMD3(
        table.numberOrNaN(columns[0].index), table.numberOrNaN(columns[1].index), table.numberOrNaN(columns[2].index))
    }
    let q = columns.quaternion
    let times = columns.times.indices.map { place -> Double in
      let column = columns.times[place].index
      let number = table.numberOrNaN(column)
      return number.isNaN ? clocks[place].seconds(words: table.text(column)) ?? .nan : number
    }
    let quaternion =
      q.count == 4 ? SIMD4(q.map { table.numberOrNaN($0.index) }) : SIMD4(repeating: .nan)
    return Row(
      line: table.line, times: times, euler: three(columns.euler), quaternion: quaternion, rate: three(columns.rate),
      acceleration: three(columns.acceleration), gravity: three(columns.gravity))
  }
}

/// Columns of a table of headphone motion, found by the titles that recorders write: `Timestamp, Roll, quaternion_x`,
/// `motionRotationRateX(rad/s)`, `attitude.quaternion.w`. Case, dots, blanks and underscores are ignored; a unit may be
/// in brackets or at the end.
struct HeadMotionColumns: Sendable {
  /// A column and the unit in its title.
  struct Column: Sendable, Equatable {
    var index: Int
    var title: String
    var unit: String?
  }

  /// All columns that may hold times, the most likely column first.
  private(set) var times: [Column] = []
  /// Columns of yaw, pitch, roll.
  private(set) var euler: [Column] = []
  /// Columns of the quaternion, w, x, y, z.
  private(set) var quaternion: [Column] = []
  /// x, y, z.
  private(set) var rate: [Column] = []
  private(set) var acceleration: [Column] = []
  private(set) var gravity: [Column] = []
  /// True if the quaternion's columns are numbered, so that the position of w is a guess.
  private(set) var isNumbered = false

  private static let timeNames = [
    "timestampsincereboot", "sensortimestamp", "motiontimestamp", "timestamp", "secondselapsed", "elapsedtime",
    "elapsed", "seconds", "time", "unixtime", "systemtime", "timeintervalsince1970", "epoch", "t", "loggingtime",
    "date", "datetime", "ts",
  ]

  /// Finds the columns; nil if the names include no time or no attitude.
  init?(_ names: ColumnNames) {
    guard names.titles.count > 3 else { return nil }
    let table = NamedColumns(
      columns: names.titles.enumerated().map { index, title in
        let (name, unit) = Self.parted(title)
        return (name, Column(index: index, title: title, unit: unit))
      })
    (quaternion, isNumbered) = table.quaternion()
    let angles = ["yaw", "pitch", "roll"].compactMap { table.one([$0]) }
    if angles.count == 3 { euler = angles }
    let xyz = ["x", "y", "z"]
    rate = table.all(
      xyz, ["rotationrate", "rotrate", "gyroscope", "gyrorotation", "gyro", "angularvelocity", "angularrate", "omega"])
    acceleration = table.all(
      xyz, ["useracceleration", "useraccel", "useracc", "linearacceleration", "acceleration", "accel", "acc"])
    gravity = table.all(xyz, ["gravity", "grav"])
    times = table.every(Self.timeNames)
    guard !times.isEmpty, !(quaternion.isEmpty && euler.isEmpty) else { return nil }
  }

  /// Letters and digits of a title in lower case, and the unit at its end.
  private static func parted(_ title: String) -> (name: String, unit: String?) {
    var text = title.lowercased()
    var unit: String?
    if let open = text.firstIndex(where: { $0 == "(" || $0 == "[" }) {
      unit = String(text[text.index(after: open)...].filter { $0 != ")" && $0 != "]" && $0 != " " })
      text = String(text[..<open])
    } else {
      for ending in ["degrees", "radians", "deg", "rad", "ms", "us", "ns"] {
        for mark in ["_", " ", "."] where text.hasSuffix(mark + ending) {
          unit = ending
          text = String(text.dropLast(ending.count + 1))
        }
      }
    }
    return (ColumnNames.simple(text), unit)
  }
}

/// Columns by their titles' letters and digits, in lower case.
private struct NamedColumns {
  typealias Column = HeadMotionColumns.Column

  let columns: [(name: String, column: Column)]

  /// Column that ends in one of these names: a column whose name mentions headphones or the head first, then the
  /// shortest.
  func one(_ names: [String], isSuffix: Bool = true) -> Column? {
    for name in names {
      let found = columns.filter { $0.name == name || (isSuffix && name.count > 2 && $0.name.hasSuffix(name)) }
      let best = found.min { a, b in
        let (p, q) = (Self.isHeadphones(a.name), Self.isHeadphones(b.name))
        return p == q ? a.name.count < b.name.count : p
      }
      if let best { return best.column }
    }
    return nil
  }

  /// Columns of all parts of the first stem that has them all, such as x, y and z of `gravity`; empty if no stem has.
  func all(_ parts: [String], _ stems: [String]) -> [Column] {
    for stem in stems {
      let found = parts.compactMap { one([stem + $0]) }
      if found.count == parts.count { return found }
    }
    return []
  }

  /// Columns that have, or end in, one of these names, in the order of the names.
  func every(_ names: [String]) -> [Column] {
    var found: [Column] = []
    for name in names {
      let isSuffix = name.count > 4
      for entry in columns where entry.name == name || (isSuffix && entry.name.hasSuffix(name)) {
        if !found.contains(entry.column) { found.append(entry.column) }
      }
    }
    return found
  }

  /// Columns of w, x, y and z, by letters if these exist, otherwise by numbers; empty if there is no quaternion.
  func quaternion() -> (columns: [Column], isNumbered: Bool) {
    let letters = ["w", "x", "y", "z"]
    let long = all(letters, ["quaternion", "quat", "attitudeq", "attitude", "orientation", "rotation"])
    if !long.isEmpty { return (long, false) }
    let short = letters.compactMap { one(["q" + $0], isSuffix: false) }
    if short.count == 4 { return (short, false) }
    for stem in ["quaternion", "quat", "q"] {
      let numbered = ["0", "1", "2", "3"].compactMap { one([stem + $0], isSuffix: stem.count > 1) }
      if numbered.count == 4 { return (numbered, true) }
    }
    return ([], false)
  }

  private static func isHeadphones(_ name: String) -> Bool {
    name.contains("headphone") || name.contains("airpod") || name.hasPrefix("head")
  }
}

extension HeadMotionColumns.Column {
  /// Radians per unit, if the title names the unit.
  var angle: Double? {
    guard let unit else { return nil }
    if unit.hasPrefix("deg") || unit.hasPrefix("°") { return .pi / 180 }
    return unit.hasPrefix("rad") || unit == "r" ? 1 : nil
  }

  /// m/s² per unit, if the title names the unit.
  var acceleration: Double? {
    guard let unit else { return nil }
    if unit.hasPrefix("m/s") { return 1 }
    return unit == "g" || unit == "gs" ? 9.80665 : nil
  }

  /// Unit of times, if the title names it.
  var time: TimeUnit? { unit.flatMap { TimeUnit(word: $0) } }
}
