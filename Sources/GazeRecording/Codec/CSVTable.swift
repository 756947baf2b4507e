/// A CSV's columns by name, and the cells of the row that was split last.
struct CSVTable {
  private var line = CSVLine()
  /// The column names, in the order of the columns.
  let titles: [String]

  /// True if the line holds the column names of a recording.
  static func areNames(_ line: UnsafeRawBufferPointer) -> Bool {
    // Names are recognised in any case and spelling; faults of single columns are reported later.
    let simple = String(decoding: line.prefix(4096), as: UTF8.self).lowercased()
    guard !simple.hasPrefix("{") else { return false }
    if simple.contains("camera0"), simple.contains("face0") { return true }
    let names = simple.split(whereSeparator: { ",;\t\" ".contains($0) })
    return names.contains("t") && names.contains("participant")
  }

  /// Reads the line of column names; a name that is in `known` may occur only once.
  init(names: [UInt8], known: [String]) throws(LineFault) {
    var line = CSVLine()
    var result: Result<[String], LineFault> = .success([])
    let separators = [0x09, UInt8(ascii: ";"), UInt8(ascii: ",")]
    line.separator = separators.first { names.contains($0) } ?? UInt8(ascii: ",")
    names.withUnsafeBytes { bytes in
      do throws(LineFault) {
        try line.split(bytes)
        result = .success(line.fields.indices.map { [line] in line.text($0, in: bytes) })
      } catch {
        result = .failure(error)
      }
    }
    titles = try result.get()
    self.line = line
    let known = Set(known)
    for (title, count) in Dictionary(grouping: titles, by: { $0 }).mapValues(\.count) where count > 1 {
      guard !known.contains(title) else {
        throw LineFault(field: title, message: "occurs \(count) times among the columns")
      }
    }
  }

  /// Splits a row, which must have a cell for each column.
  mutating func split(_ bytes: UnsafeRawBufferPointer) throws(LineFault) {
    try line.split(bytes)
    guard line.fields.count == titles.count else {
      throw LineFault(message: "expected \(titles.count) fields, one per column, found \(line.fields.count)")
    }
  }

  // MARK: Cells, by column

  /// True for an empty cell, and for `nan`, which pandas and NumPy write for an unknown number.
  @inline(__always)
  func isEmpty(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
    let field = line.fields[index]
    guard field.count <= 3 else { return false }
    return field.isEmpty || field.count == 3 && field.allSatisfy { "nanNAN".utf8.contains(bytes[$0]) }
  }

  @inline(__always)
  func number(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> DecimalText {
    let field = line.fields[index]
    var position = field.lowerBound
    let upToField = UnsafeRawBufferPointer(rebasing: bytes[..<field.upperBound])
    if let number = DecimalText(upToField, at: &position), position == field.upperBound { return number }
    throw fault(index, "expected a number or nothing, found `\(found(index, bytes))`")
  }

  func double(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Double {
    let value = try number(index, bytes).double(in: bytes)
    guard value.isFinite else { throw fault(index, "expected a number within the range of Double (1.8e308)") }
    return value
  }

  @inline(__always)
  func float(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Float {
    let value = try number(index, bytes).float(in: bytes)
    guard value.isFinite else { throw fault(index, "expected a number within the range of Float (3.4e38)") }
    return value
  }

  func participant(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Int {
    let range = SampleLimits.participants
    guard let value = try number(index, bytes).integer(in: bytes), range.contains(value) else {
      throw LineFault(
        field: "participant", message: "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func bool(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Bool {
    switch line.text(index, in: bytes).lowercased() {
    case "true", "1", "1.0": return true
    case "false", "0", "0.0": return false
    default: throw fault(index, "expected true or false, found `\(found(index, bytes))`")
    }
  }

  /// The code of the name in a cell. `code` converts a name to its code, and errors list `names`, which `code` accepts.
  func name(
    _ index: Int, _ bytes: UnsafeRawBufferPointer, of names: [String], code: (String) -> Int8?
  ) throws(LineFault) -> Int8 {
    let text = line.text(index, in: bytes)
    if let code = code(text) { return code }
    throw fault(
      index,
      "expected one of \(names.joined(separator: ", ")), or nothing; found `\(LineFault.printable(text))`")
  }

  private func found(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> String {
    LineFault.printable(line.text(index, in: bytes))
  }

  private func fault(_ index: Int, _ message: String) -> LineFault {
    LineFault(field: LineFault.printable(titles[index]), message: message)
  }
}
