import GazePipeline
import GazeRecording

/// Rows of a table of headphone motion as numbers; NaN is an unknown number.
struct HeadMotionTable {
  /// One row, with the numbers as the file states them.
  struct Row {
    var line: Int
    /// The times of the row, one per column of times.
    var times: [Double]
    /// Yaw, pitch, roll.
    var euler: Vector3
    /// w, x, y, z.
    var quaternion: SIMD4<Double>
    var rate: Vector3, acceleration: Vector3, gravity: Vector3

    /// Attitude of angles of which one unit is `scale` radians; nil where unknown.
    func attitude(ofAngles scale: Double) -> UnitQuaternion? {
      guard euler.isFinite else { return nil }
      return HeadAngles(yaw: euler.x * scale, pitch: euler.y * scale, roll: euler.z * scale).quaternion
    }
  }

  /// Maximum number of rows: a little more than ten hours at 50 Hz.
  static let most = 2_000_000
  /// Number of lines at the file's beginning that are searched for the column names.
  private static let preamble = 30

  /// Name of the file in errors.
  let name: String
  let columns: HeadMotionColumns
  var rows: [Row] = []
  /// Rows that have fewer or more fields than there are names.
  let broken: Occurrences
  /// Clocks of the columns of times; they record whether dates were written as text.
  var clocks: [ImportClock]
  /// Times of the first row, as the file states them.
  var examples: [String] = []

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
    while try table.nextWhole() {
      guard rows.count < Self.most else {
        throw table.fault(LineFault(message: "has more than \(Self.most) rows; split it into several files"))
      }
      if rows.isEmpty { examples = columns.times.map { table.text($0.index) } }
      rows.append(Self.row(table, columns, &clocks))
    }
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
    func numbers(_ columns: [HeadMotionColumns.Column]) -> [Double] { columns.map { table.numberOrNaN($0.index) } }
    func three(_ columns: [HeadMotionColumns.Column]) -> Vector3 {
      columns.isEmpty ? SIMD3(repeating: .nan) : SIMD3(numbers(columns))
    }
    var times = numbers(columns.times)
    for place in times.indices where times[place].isNaN {
      times[place] = clocks[place].seconds(words: table.text(columns.times[place].index)) ?? .nan
    }
    return Row(
      line: table.line, times: times, euler: three(columns.euler),
      quaternion: columns.quaternion.isEmpty ? SIMD4(repeating: .nan) : SIMD4(numbers(columns.quaternion)),
      rate: three(columns.rate), acceleration: three(columns.acceleration), gravity: three(columns.gravity))
  }
}

/// Columns of a table of headphone motion, found by the titles that recorders write: `Timestamp, Roll, quaternion_x`,
/// `motionRotationRateX(rad/s)`, `attitude.quaternion.w`. Case, dots, blanks and underscores are ignored; a unit may be
/// in brackets or at the end.
struct HeadMotionColumns {
  /// A column, its name in lower-case letters and digits, and the unit in its title.
  struct Column: Equatable {
    var index: Int
    var title: String
    var name: String
    var unit: String?
  }

  /// All columns that may hold times, the most likely column first.
  let times: [Column]
  /// Yaw, pitch, roll; like the following ones, empty unless the table has all of them.
  let euler: [Column]
  /// w, x, y, z.
  let quaternion: [Column]
  /// True if the quaternion's columns are numbered, so that the position of w is a guess.
  let isNumbered: Bool
  /// x, y, z.
  let rate: [Column], acceleration: [Column], gravity: [Column]

  /// Finds the columns; nil if the names include no time or no attitude.
  init?(_ names: ColumnNames) {
    guard names.titles.count > 3 else { return nil }
    let table = names.titles.enumerated().map { Column(index: $0, title: $1) }
    let letters = table.all("w x y z", words("quaternion quat attitudeq attitude orientation rotation q"))
    quaternion = letters.isEmpty ? table.all("0 1 2 3", words("quaternion quat q")) : letters
    isNumbered = letters.isEmpty && !quaternion.isEmpty
    euler = table.all("yaw pitch roll", [""])
    rate = table.all(
      "x y z", words("rotationrate rotrate gyroscope gyrorotation gyro angularvelocity angularrate omega"))
    acceleration = table.all(
      "x y z", words("useracceleration useraccel useracc linearacceleration acceleration accel acc"))
    gravity = table.all("x y z", words("gravity grav"))
    times = words(
      """
      timestampsincereboot sensortimestamp motiontimestamp timestamp secondselapsed elapsedtime elapsed seconds time \
      unixtime systemtime timeintervalsince1970 epoch t loggingtime date datetime ts
      """
    ).reduce(into: []) { times, name in
      times += table.filter { $0.isNamed(name, suffixesFrom: 5) && !times.contains($0) }
    }
    guard !times.isEmpty, !(quaternion.isEmpty && euler.isEmpty) else { return nil }
  }
}

extension HeadMotionColumns.Column {
  fileprivate init(index: Int, title: String) {
    var text = title.lowercased()
    if let open = text.firstIndex(where: { $0 == "(" || $0 == "[" }) {
      unit = String(text[text.index(after: open)...].filter { $0 != ")" && $0 != "]" && $0 != " " })
      text = String(text[..<open])
    } else {
      for ending in words("degrees radians deg rad ms us ns") {
        for mark in ["_", " ", "."] where text.hasSuffix(mark + ending) {
          unit = ending
          text = String(text.dropLast(ending.count + 1))
        }
      }
    }
    (self.index, self.title, name) = (index, title, ColumnNames.simple(text))
  }

  /// True if the column has this name, or ends in it and the name has at least `shortest` characters.
  fileprivate func isNamed(_ name: String, suffixesFrom shortest: Int) -> Bool {
    self.name == name || (name.count >= shortest && self.name.hasSuffix(name))
  }

  fileprivate var isOfHeadphones: Bool {
    name.contains("headphone") || name.contains("airpod") || name.hasPrefix("head")
  }

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
    return unit == "g" || unit == "gs" ? HeadSample.standardGravity : nil
  }

  /// Unit of times, if the title names it.
  var time: TimeUnit? { unit.flatMap { TimeUnit(word: $0) } }
}

extension [HeadMotionColumns.Column] {
  /// Columns of all parts of the first stem that has them all, such as x, y and z of `gravity`; empty if no stem has.
  /// Among columns of one name, one that mentions headphones or the head comes first, then the shortest.
  fileprivate func all(_ parts: String, _ stems: [String]) -> [HeadMotionColumns.Column] {
    stems.lazy.compactMap { stem in
      words(parts).allOrNone { part in
        filter { $0.isNamed(stem + part, suffixesFrom: 3) }.min { a, b in
          a.isOfHeadphones == b.isOfHeadphones ? a.name.count < b.name.count : a.isOfHeadphones
        }
      }
    }.first ?? []
  }
}
