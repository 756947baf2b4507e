import GazeRecording

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
  func place(named name: String?, usual: [String]) throws(LineFault) -> Int? {
    if let name { return try place(named: name) }
    return usual.lazy.compactMap { simple.firstIndex(of: $0) }.first
  }

  /// Index of the column of exactly this name.
  func place(named name: String) throws(LineFault) -> Int {
    if let place = titles.firstIndex(of: name) { return place }
    throw LineFault(message: "has no column `\(TerminalText.line(name.prefix(60)))`; it has \(list)")
  }

  /// Error for a table that lacks a required column; it states the option with which the user names the column.
  func missing(_ role: String) -> LineFault {
    let remedy = Wording.of(command: "name it with --columns \(role)=NAME", app: "name it in the map of columns")
    return LineFault(message: "has no column that looks like \(role); \(remedy); it has \(list)")
  }

  /// The first twenty names, as text.
  var list: String {
    let some = titles.prefix(20).map { "`\(TerminalText.line($0.prefix(40)))`" }.joined(separator: ", ")
    return titles.count > 20 ? some + ", …" : some
  }
}
