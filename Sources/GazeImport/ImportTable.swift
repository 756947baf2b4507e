import GazeRecording

/// A table of a foreign file: a line that names the columns, then rows, read one at a time.
///
/// The separator is the first of tab, semicolon and comma that the line of names contains. Lines without anything
/// between the separators are skipped.
struct ImportTable: ~Copyable {
  /// Names of the columns, by which rows are read.
  private(set) var names: ColumnNames
  /// Rows given so far.
  private(set) var rowCount = 0
  /// Rows with another number of fields than the names, which `nextWhole` left out, and the first of them.
  private(set) var broken = (count: 0, line: 0)
  private var source: LineSource
  private var fields: CSVLine
  /// The row given last; its bytes are valid until the next one.
  private var row = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Opens a table.
  ///
  /// - Parameters:
  ///   - expected: what the file should be, in words.
  ///   - preamble: lines among which the names are looked for.
  ///   - isHeader: says whether these are the names.
  init(
    path: String, expected: String, preamble: Int = 1, isHeader: (ColumnNames) -> Bool = { _ in true }
  ) throws(FileError) {
    var source = try LineSource(path: path)
    var fields = CSVLine()
    var first: String?
    while source.line < preamble, let bytes = try source.next() {
      if source.line == 1, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        throw FileError(path: source.name, line: 1, message: "is written in UTF-16; expected UTF-8: save it as UTF-8")
      }
      first = first ?? LineFault.printable(String(decoding: bytes.prefix(120), as: UTF8.self))
      fields.separator = Self.separator(of: bytes)
      do throws(LineFault) { try fields.split(bytes) } catch {
        guard preamble == 1 else { continue }
        throw source.fault(error, mayBeCut: false)
      }
      let names = Self.names(fields, in: bytes)
      guard isHeader(names) else { continue }
      self.names = names
      self.fields = fields
      self.source = source
      return
    }
    guard let first else { throw FileError(path: source.name, message: "is empty; expected \(expected)") }
    throw FileError(
      path: source.name, line: 1,
      message: "has no fitting column names in its first \(preamble) lines; expected \(expected), found `\(first)`")
  }

  private static func separator(of bytes: UnsafeRawBufferPointer) -> UInt8 {
    [0x09, UInt8(ascii: ";")].first { bytes.contains($0) } ?? UInt8(ascii: ",")
  }

  private static func names(_ fields: CSVLine, in bytes: UnsafeRawBufferPointer) -> ColumnNames {
    ColumnNames(titles: fields.fields.indices.map { fields.text($0, in: bytes) })
  }

  /// The file as errors name it.
  var name: String { source.name }

  /// Number of the line read last, 1-based.
  var line: Int { source.line }

  /// An error of the line read last.
  func fault(_ fault: LineFault) -> FileError { source.fault(fault, mayBeCut: rowCount > 1) }

  /// Reads the names; errors of `read` get the file and the line.
  func readNames<Value>(_ read: (ColumnNames) throws(LineFault) -> Value) throws(FileError) -> Value {
    do throws(LineFault) { return try read(names) } catch { throw fault(error) }
  }

  // MARK: Rows

  /// Goes to the next row; false after the last one.
  mutating func next() throws(FileError) -> Bool {
    guard try advance() else { return false }
    rowCount += 1
    do throws(LineFault) { try fields.split(row) } catch { throw fault(error) }
    return true
  }

  /// Goes to the next row with a field for each name, and perhaps one more behind a last separator; counts those that
  /// it leaves out.
  mutating func nextWhole() throws(FileError) -> Bool {
    while try advance() {
      let isSplit = (try? fields.split(row)) != nil
      if isSplit, fieldCount == names.titles.count || fieldCount == names.titles.count + 1 {
        rowCount += 1
        return true
      }
      if broken.count == 0 { broken.line = line }
      broken.count += 1
    }
    return false
  }

  private mutating func advance() throws(FileError) -> Bool {
    while let bytes = try source.next() {
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == fields.separator }) { continue }
      row = bytes
      return true
    }
    return false
  }

  /// Does not count the present row: it repeats the names.
  mutating func leaveOut() { rowCount -= 1 }

  /// Takes the present row for names, by which the rows behind it are read.
  mutating func takeNames() {
    names = Self.names(fields, in: row)
    leaveOut()
  }

  // MARK: Fields of the present row

  var fieldCount: Int { fields.fields.count }

  /// Checks that there is a field for each name.
  ///
  /// - Parameter other: what else a row may be, in words.
  func checkFieldCount(or other: String = "") throws(LineFault) {
    guard fieldCount == names.titles.count else {
      throw LineFault(
        message: "expected \(names.titles.count) fields as in the first line\(other), found \(fieldCount)")
    }
  }

  func text(_ column: Int) -> String { fields.text(column, in: row) }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: row[fields.fields[column]]) }

  /// A finite number; `name` is what errors call the column.
  func number(_ column: Int, as name: String? = nil) throws(LineFault) -> Double {
    try fields.number(column, in: row, column: name ?? names.printable[column])
  }

  /// A number, nil where it is missing.
  func numberIfThere(_ column: Int, as name: String? = nil) throws(LineFault) -> Double? {
    // Most fields are numbers: nothing is copied of those.
    if fields.fields[column].count <= 4, Self.isMissing(text(column)) { return nil }
    return try number(column, as: name)
  }

  /// A number, also one with a decimal comma; NaN of anything else, and of what no quantity is as large as.
  func numberOrNaN(_ column: Int) -> Double {
    let field = bytes(column)
    guard !field.isEmpty, field.count <= 64 else { return .nan }
    let hasComma = field.contains(UInt8(ascii: ","))
    let value = hasComma ? Double(String(text(column).map { $0 == "," ? "." : $0 })) : try? number(column)
    return value.flatMap { abs($0) < 1e20 ? $0 : nil } ?? .nan
  }

  /// True of the ways to write that there is no number.
  static func isMissing(_ text: String) -> Bool {
    ["", "nan", "na", "n/a", "null", "none", "-", "."].contains(text.lowercased())
  }
}
