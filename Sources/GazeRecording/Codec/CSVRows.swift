/// The rows of a CSV recording, after its header and its column names.
final class CSVRows: RowSource {
  private var source: LineSource
  private var reading: CSVReading
  private(set) var isCutOff = false

  /// True if the line holds the column names of a recording.
  static func areNames(_ line: UnsafeRawBufferPointer) -> Bool {
    // Names are recognised in any case and spelling; faults of single columns are reported later.
    let simple = String(decoding: line.prefix(4096), as: UTF8.self).lowercased()
    guard !simple.hasPrefix("{") else { return false }
    if simple.contains("camera0"), simple.contains("face0") { return true }
    let names = simple.split(whereSeparator: { ",;\t\" ".contains($0) })
    return names.contains("t") && names.contains("participant")
  }

  /// Rows after the line of column names, which must be the last line that was read from the source.
  init(_ source: consuming LineSource, names: [UInt8], _ layout: FieldLayout) throws(FileError) {
    do throws(LineFault) { reading = try CSVReading(names, layout) } catch {
      throw source.fault(error, mayBeCut: false)
    }
    self.source = source
  }

  /// Reads the next row. Empty lines and comments are skipped.
  ///
  /// A last row without a line end is dropped: its last number may be cut off.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool {
    guard let bytes = try source.nextFilled(comment: UInt8(ascii: "#")) else { return false }
    guard !source.isUnterminated else {
      isCutOff = true
      CutOffRecordings.heard?.add(source.name, line: source.line)
      return false
    }
    do throws(LineFault) { try reading.read(bytes, row) } catch { throw fault(error) }
    return true
  }

  func fault(_ fault: LineFault) -> FileError { source.fault(fault, mayBeCut: false) }
}

/// Rows of CSV being read: a structure, whose properties cost no checks of access.
///
/// Columns may be in any order and are found by name; unknown ones are skipped. A tab or semicolon as separator is
/// recognised in the line of names.
private struct CSVReading {
  /// Destination of a column's values.
  struct Column {
    /// Index of the field's slot; -1 for a column that is skipped.
    var index = -1
    var storage = FieldLayout.Storage.number
    /// Offset in a row, bytes.
    var place = 0
  }

  var line = CSVLine()
  let titles: [String]
  let layout: FieldLayout
  let columns: [Column]
  /// Slots that have columns in this file and whose numbers must be known either all together or not at all.
  let together: [Int]
  /// The row that a line with only empty cells gives.
  let empty: [UInt8]

  init(_ names: [UInt8], _ layout: FieldLayout) throws(LineFault) {
    var line = CSVLine()
    line.separate(as: names)
    titles = try names.withBytes { bytes throws(LineFault) in
      try line.split(bytes)
      return line.fields.indices.map { [line] in line.text($0, in: bytes) }
    }
    self.line = line
    self.layout = layout
    let columns = try Self.columns(titles, layout)
    self.columns = columns
    together = Set(columns.map(\.index)).filter { $0 >= 0 && layout.slots[$0].isTogether }.sorted()
    var empty = layout.absent
    empty.withUnsafeMutableBytes { bytes in
      guard let row = bytes.baseAddress else { return }
      for column in columns where column.index >= 0 { layout.forget(layout.slots[column.index], row) }
    }
    self.empty = empty
  }

  /// Finds the columns by name. A required field needs all of its columns. A field whose numbers can be unknown one by
  /// one needs either all of its columns or no column.
  static func columns(_ titles: [String], _ layout: FieldLayout) throws(LineFault) -> [Column] {
    let known = Set(layout.names(.all))
    for (title, same) in Dictionary(grouping: titles, by: { $0 }) where known.contains(title) {
      try expect(same.count < 2, title, "occurs \(same.count) times among the columns")
    }
    var columns: [String: Column] = [:]
    let present = Set(titles)
    for (index, (field, slot)) in zip(layout.fields, layout.slots).enumerated()
    where layout.isPresent(index) {
      let names = field.columns
      for (number, name) in names.enumerated() {
        columns[name] = Column(index: index, storage: slot.storage, place: slot.offset + number * slot.width)
      }
      let isNeeded = !slot.rules.isDisjoint(with: [.required, .requiredWhileTracked])
      if isNeeded || !slot.isTogether && names.contains(where: present.contains),
        let missing = names.first(where: { !present.contains($0) })
      {
        let all = names.count == 1 ? names[0] : "\(names[0]) … \(names[names.count - 1])"
        let expected = index == FieldLayout.timeSlot ? "" : "; expected \(all)\(layout.explanation(index))"
        throw LineFault(field: missing, message: "is not among the columns" + expected)
      }
    }
    return titles.map { columns[$0] ?? Column() }
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, _ row: UnsafeMutableRawPointer) throws(LineFault) {
    try line.split(bytes)
    try expect(
      line.fields.count == titles.count, nil,
      "expected \(titles.count) fields, one per column, found \(line.fields.count)")
    empty.copy(to: row)
    for cell in columns.indices {
      let column = columns[cell]
      guard column.index >= 0, !isEmpty(cell, bytes) else { continue }
      let place = row + column.place
      switch column.storage {
      case .float: place.storeBytes(of: try float(cell, bytes), as: Float.self)
      case .number: place.storeBytes(of: try double(cell, bytes), as: Double.self)
      case .participant:
        let participant = try SampleLimits.participant(try number(cell, bytes).integer(in: bytes))
        place.storeBytes(of: Int32(truncatingIfNeeded: participant), as: Int32.self)
      case .bool, .flag: place.storeBytes(of: try bool(cell, bytes) ? 1 : 0, as: Int8.self)
      case .name: place.storeBytes(of: try name(cell, bytes, column.index), as: Int8.self)
      }
    }
    try expect(!FieldLayout.time(row).isNaN, "t", "is empty; expected seconds")
    for index in together { try checkWhole(layout.slots[index], index, row) }
    try checkObjects(row)
    try layout.checkNeeded(row)
  }

  /// Refuses a field in which some cells are empty and others are not. If the field's numbers have names, empty cells
  /// become 0 instead, as absent keys do in JSON.
  func checkWhole(
    _ slot: FieldLayout.Slot, _ index: Int, _ row: UnsafeMutableRawPointer
  ) throws(LineFault) {
    let presentCount = slot.count - slot.unknownCount(row)
    guard presentCount > 0, presentCount < slot.count else { return }
    try expect(
      slot.isNamed, layout.fields[index].table,
      "has \(presentCount) of its \(slot.count) numbers; expected all, or none (empty)")
    for number in 0..<slot.count where slot.float(number, row).isNaN {
      row.storeBytes(of: 0, toByteOffset: slot.offset + 4 * number, as: Float.self)
    }
  }

  /// Refuses a row that has some cells of a JSON object, such as the truth, but not those that the object requires.
  func checkObjects(_ row: UnsafeRawPointer) throws(LineFault) {
    guard layout.requiredInObject != 0 else { return }
    let known = layout.known(row)
    for node in layout.keys.nodes[layout.keys.outermost] {
      let missing = node.slots & layout.requiredInObject & ~known
      guard missing != 0, node.slots & known != 0 else { continue }
      let field = layout.fields[missing.trailingZeroBitCount]
      let object = field.key.prefix { $0 != "." }
      throw LineFault(
        field: field.table, message: "is empty beside other values of \(object); expected \(field.meaning)")
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
    guard value.isFinite else { throw fault(index, LineFault.beyondDouble) }
    return value
  }

  @inline(__always)
  func float(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Float {
    let value = try number(index, bytes).float(in: bytes)
    guard value.isFinite else { throw fault(index, LineFault.beyondFloat) }
    return value
  }

  func bool(_ index: Int, _ bytes: UnsafeRawBufferPointer) throws(LineFault) -> Bool {
    switch line.text(index, in: bytes).lowercased() {
    case "true", "1", "1.0": return true
    case "false", "0", "0.0": return false
    default: throw fault(index, "expected true or false, found `\(found(index, bytes))`")
    }
  }

  func name(_ index: Int, _ bytes: UnsafeRawBufferPointer, _ field: Int) throws(LineFault) -> Int8 {
    if let code = layout.code(of: line.text(index, in: bytes).utf8, field) { return code }
    let names = layout.spoken(field).joined(separator: ", ")
    throw fault(index, "expected one of \(names), or nothing; found `\(found(index, bytes))`")
  }

  func found(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> String {
    LineFault.printable(line.text(index, in: bytes))
  }

  func fault(_ index: Int, _ message: String) -> LineFault {
    LineFault(field: LineFault.printable(titles[index]), message: message)
  }
}
