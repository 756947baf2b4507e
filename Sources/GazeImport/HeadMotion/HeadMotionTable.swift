private import Foundation
import GazeRecording

/// The rows of a table of headphone motion as numbers: unknown is NaN.
struct HeadMotionTable {
  /// One row.
  struct Row {
    var line: Int
    /// One a time column.
    var times: [Double]
    /// yaw, pitch, roll; w, x, y, z; and the three vectors, as written.
    var euler: SIMD3<Double>
    var quaternion: SIMD4<Double>
    var rate: SIMD3<Double>
    var acceleration: SIMD3<Double>
    var gravity: SIMD3<Double>
  }

  /// Rows at most: ten hours at 50 a second and some.
  static let most = 2_000_000
  /// Lines in which the titles may stand.
  private static let preamble = 30

  private(set) var columns: HeadMotionColumns
  private(set) var rows: [Row] = []
  /// Rows with fewer or more fields than the titles, and the first of them.
  private(set) var broken = (count: 0, line: 0)
  /// Columns of times, by their place, that hold dates in words.
  private(set) var dated: Set<Int> = []
  /// What the first row has in each column of times.
  private(set) var examples: [String] = []

  /// Reads a file.
  ///
  /// - Throws: where it holds no titles that are known, no rows, or mostly rows that are none.
  init(path: String) throws(FileError) {
    var source = try LineSource(path: path)
    var line = CSVLine()
    var found: HeadMotionColumns?
    var first = ""
    while found == nil, source.line < Self.preamble, let bytes = try source.next() {
      if source.line == 1, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        throw FileError(path: path, line: 1, message: "is written in UTF-16; expected UTF-8: save it as that")
      }
      if first.isEmpty { first = String(decoding: bytes.prefix(120), as: UTF8.self) }
      for separator in [",", ";", "\t"] as [Unicode.Scalar] {
        line.separator = UInt8(separator.value)
        guard (try? line.split(bytes)) != nil, line.fields.count > 3 else { continue }
        found = HeadMotionColumns(titles: line.fields.indices.map { line.text($0, in: bytes) })
        if found != nil { break }
      }
    }
    guard let found else {
      throw FileError(
        path: path, line: 1,
        message: """
          has no titles of headphone motion in its first lines; expected a time (timestamp, time …) and an attitude \
          (quaternion x, y, z, w, or yaw, pitch, roll), found `\(LineFault.printable(first))`
          """)
    }
    columns = found
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      guard (try? line.split(bytes)) != nil, line.fields.count == found.count || line.fields.count == found.count + 1
      else {
        broken = (broken.count + 1, broken.count == 0 ? source.line : broken.line)
        continue
      }
      guard rows.count < Self.most else {
        throw FileError(
          path: path, line: source.line, message: "has more than \(Self.most) rows; split it into several files")
      }
      rows.append(row(line, bytes, source.line))
    }
    guard !rows.isEmpty else {
      throw FileError(path: path, message: "has titles and no rows; expected a row a sample")
    }
    guard broken.count <= rows.count else {
      throw FileError(
        path: path, line: broken.line,
        message:
          "expected \(found.count) fields as in the titles; \(broken.count) of \(rows.count + broken.count) rows have not"
      )
    }
  }

  private mutating func row(_ line: CSVLine, _ bytes: UnsafeRawBufferPointer, _ number: Int) -> Row {
    func value(_ column: HeadMotionColumns.Column) -> Double {
      let text = line.text(column.index, in: bytes)
      // A comma within a field, as between quotes, is a decimal one.
      let number = Double(text) ?? Double(text.replacingOccurrences(of: ",", with: ".")) ?? .nan
      // No count of anything is larger: nanoseconds since 1970 are 2e18.
      return abs(number) < 1e20 ? number : .nan
    }
    func three(_ columns: [HeadMotionColumns.Column]) -> SIMD3<Double> {
      columns.count == 3
        ? SIMD3(value(columns[0]), value(columns[1]), value(columns[2])) : SIMD3(repeating: .nan)
    }
    let q = columns.quaternion
    var times: [Double] = []
    for (place, column) in columns.times.enumerated() {
      var time = value(column)
      if time.isNaN, let date = Self.date(line.text(column.index, in: bytes)) {
        time = date
        dated.insert(place)
      }
      times.append(time)
      if examples.count < columns.times.count { examples.append(line.text(column.index, in: bytes)) }
    }
    return Row(
      line: number, times: times, euler: three(columns.euler),
      quaternion: q.count == 4
        ? SIMD4(value(q[0]), value(q[1]), value(q[2]), value(q[3])) : SIMD4(repeating: .nan),
      rate: three(columns.rate), acceleration: three(columns.acceleration), gravity: three(columns.gravity))
  }

  /// `2024-05-01T10:00:00.125Z`, `2024-05-01 10:00:00.125 +0000`, `10:00:00.125`: seconds.
  private static func date(_ text: String) -> Double? {
    guard text.utf8.count < 48 else { return nil }
    let tight = text.replacingOccurrences(of: " +", with: "+").replacingOccurrences(of: " -", with: "-")
      .replacingOccurrences(of: "/", with: "-")
    if let seconds = ISO8601Time.seconds(of: tight) { return seconds }
    let parts = text.split(separator: ":")
    guard parts.count == 3, let h = Double(parts[0]), let m = Double(parts[1]), let s = Double(parts[2]),
      (0..<25).contains(h), (0..<60).contains(m), (0..<61).contains(s)
    else { return nil }
    return (h * 60 + m) * 60 + s
  }
}
