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
