import GazePipeline
import GazeRecording

/// Table in a foreign file: a line of column names, then rows, which are read one at a time.
///
/// The separator is the first of tab, semicolon and comma that the line of names contains. Lines whose fields are all
/// empty are skipped.
struct ImportTable: ~Copyable {
  /// Names of the columns for the present row.
  private(set) var names: ColumnNames
  /// Number of rows read so far.
  private(set) var rowCount = 0
  /// Index of the take to which the present row belongs.
  private(set) var take = 0
  /// Number of rows that `nextWhole` left out because they have more or fewer fields than there are names, and the line
  /// of the first such row.
  private(set) var broken = Occurrences()
  private var source: LineSource
  private var fields: CSVLine
  /// The present row; its bytes are valid until the next row is read.
  private var row = UnsafeRawBufferPointer(start: nil, count: 0)

  /// Opens a table.
  ///
  /// - Parameters:
  ///   - expected: text that describes the expected file.
  ///   - preamble: number of lines at the file's beginning that are searched for the names.
  ///   - isHeader: returns true for names that are the column names of the expected file.
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
      fields.separate(as: bytes)
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

  private static func names(_ fields: CSVLine, in bytes: UnsafeRawBufferPointer) -> ColumnNames {
    ColumnNames(titles: fields.fields.indices.map { fields.text($0, in: bytes) })
  }

  /// Name of the file in errors.
  var name: String { source.name }

  /// Number of the last line read, 1-based.
  var line: Int { source.line }

  /// Error at the last line read.
  func fault(_ fault: LineFault) -> FileError { source.fault(fault, mayBeCut: rowCount > 1) }

  /// Calls `read` with the column names and adds the file and the line to its errors.
  func readNames<Value>(_ read: (ColumnNames) throws(LineFault) -> Value) throws(FileError) -> Value {
    do throws(LineFault) { return try read(names) } catch { throw fault(error) }
  }

  // MARK: Rows

  /// Advances to the next row; false after the last one.
  mutating func next() throws(FileError) -> Bool {
    guard try advance() else { return false }
    rowCount += 1
    do throws(LineFault) { try fields.split(row) } catch { throw fault(error) }
    return true
  }

  /// Advances to the next row that has a field for each name, and possibly one more after a final separator; counts the
  /// rows that it leaves out.
  mutating func nextWhole() throws(FileError) -> Bool {
    while try advance() {
      let isSplit = (try? fields.split(row)) != nil
      if isSplit, fieldCount == names.titles.count || fieldCount == names.titles.count + 1 {
        rowCount += 1
        return true
      }
      broken.add(line: line)
    }
    return false
  }

  private mutating func advance() throws(FileError) -> Bool {
    guard let bytes = try source.nextFilled(blank: fields.separator) else { return false }
    row = bytes
    return true
  }

  /// Removes the present row from the count, because it repeats the names: another take begins, unless no row came.
  mutating func leaveOut() {
    rowCount -= 1
    if rowCount > 0 { take += 1 }
  }

  /// Uses the present row as names for the rows after it.
  mutating func takeNames() {
    names = Self.names(fields, in: row)
    leaveOut()
  }

  // MARK: Fields of the present row

  var fieldCount: Int { fields.fields.count }

  /// Checks that the row has a field for each name.
  ///
  /// - Parameter other: text for the error that describes other rows that are allowed.
  func checkFieldCount(or other: String = "") throws(LineFault) {
    try expect(
      fieldCount == names.titles.count, nil,
      "expected \(names.titles.count) fields as in the first line\(other), found \(fieldCount)")
  }

  func text(_ column: Int) -> String { fields.text(column, in: row) }

  func bytes(_ column: Int) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: row[fields.fields[column]]) }

  /// Returns a finite number; `name` is the name of the column in errors.
  func number(_ column: Int, as name: String? = nil) throws(LineFault) -> Double {
    try fields.number(column, in: row, column: name ?? names.printable[column])
  }

  /// Returns a number, nil if it is missing.
  func numberIfThere(_ column: Int, as name: String? = nil) throws(LineFault) -> Double? {
    // The length is checked first, because most fields are longer numbers, which can be read without a copy.
    if fields.fields[column].count <= 4, Self.isMissing(text(column)) { return nil }
    return try number(column, as: name)
  }

  /// Returns a number, which may have a decimal comma; NaN for any other text and for a number that is too large for
  /// any quantity.
  func numberOrNaN(_ column: Int) -> Double {
    let field = bytes(column)
    guard !field.isEmpty, field.count <= 64 else { return .nan }
    let hasComma = field.contains(.comma)
    let value = hasComma ? Double(String(text(column).map { $0 == "," ? "." : $0 })) : try? number(column)
    return value.flatMap { abs($0) < 1e20 ? $0 : nil } ?? .nan
  }

  /// True for the texts that mean a missing number.
  static func isMissing(_ text: String) -> Bool {
    ["", "nan", "na", "n/a", "null", "none", "-", "."].contains(text.lowercased())
  }
}

/// The words of a text, with a blank between each two.
func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

extension Array {
  /// Results of `find` for all elements; nil if it returns nil for one of them.
  func allOrNone<Found>(_ find: (Element) -> Found?) -> [Found]? {
    let found = compactMap(find)
    return found.count == count ? found : nil
  }
}

extension Vector3 {
  /// The largest magnitude of an element.
  var reach: Double { Swift.max(max(), -min()) }
}

/// Names of a table's columns, and the look-up of a column by its name.
struct ColumnNames {
  /// Names as the file spells them.
  let titles: [String]
  /// Names in a form that is safe for a terminal, in printable ASCII.
  let printable: [String]
  /// Names in lower case, letters and digits only.
  let simple: [String]

  init(titles: [String]) {
    self.titles = titles
    printable = titles.map { LineFault.printable($0) }
    simple = titles.map(Self.simple)
  }

  /// Lower case, letters and digits only.
  static func simple(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Index of the column for a role: the column called `name` if the user gave a name, else the column with the first
  /// of the usual names that the table has.
  ///
  /// - Throws: if `name` is given and the table has no such column.
  func place(named name: String? = nil, usual: [String]) throws(LineFault) -> Int? {
    if let name { return try place(named: name) }
    return usual.lazy.compactMap { simple.firstIndex(of: $0) }.first
  }

  /// Index of the column of exactly this name.
  func place(named name: String) throws(LineFault) -> Int {
    if let place = titles.firstIndex(of: name) { return place }
    throw LineFault(message: "has no column `\(name.prefix(60))`; it has \(list)")
  }

  /// Error for a table that lacks a required column; it states the option with which the user names the column.
  func missing(_ role: String) -> LineFault {
    let remedy = Wording.of(command: "name it with --columns \(role)=NAME", app: "name it in the map of columns")
    return LineFault(message: "has no column that looks like \(role); \(remedy); it has \(list)")
  }

  /// The first twenty names, as text.
  var list: String {
    let some = titles.prefix(20).map { "`\($0.prefix(40))`" }.joined(separator: ", ")
    return titles.count > 20 ? some + ", …" : some
  }
}
