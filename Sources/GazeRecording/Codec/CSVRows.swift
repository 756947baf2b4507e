/// The rows of a CSV recording, one row at a time.
final class CSVRows: RowSource {
  private var source: LineSource
  private var reading: CSVReading
  private(set) var isCutOff = false

  /// Rows after the line of column names, which must be the last line that was read from the source.
  init(_ source: consuming LineSource, names: [UInt8], _ layout: FieldLayout) throws(FileError) {
    let (name, line) = (source.name, source.line)
    do throws(LineFault) { reading = try CSVReading(names, layout) } catch {
      throw FileError(path: name, line: line, field: error.field, message: error.message)
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

  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: source.line, field: fault.field, message: fault.message)
  }
}

/// Rows of CSV being read.
///
/// Columns may be in any order and are found by name; unknown ones are skipped. A tab or semicolon as separator is
/// recognised in the line of names.
private struct CSVReading {
  /// Destination of a column's values.
  private struct Column {
    /// Index of the field's slot; -1 for a column that is skipped.
    var index = -1
    var storage = FieldLayout.Storage.number
    /// Offset in a row, bytes.
    var place = 0
  }

  private var table: CSVTable
  private let layout: FieldLayout
  private let columns: [Column]
  /// Slots that have columns in this file and whose numbers must be known either all together or not at all.
  private let together: [Int]
  /// The row that a line with only empty cells gives.
  private let empty: [UInt8]

  init(_ names: [UInt8], _ layout: FieldLayout) throws(LineFault) {
    table = try CSVTable(names: names, known: layout.names(.all))
    self.layout = layout
    let columns = try Self.columns(table.titles, layout)
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
  private static func columns(_ titles: [String], _ layout: FieldLayout) throws(LineFault) -> [Column] {
    var known: [String: Column] = [:]
    let present = Set(titles)
    for (index, (field, slot)) in zip(layout.fields, layout.slots).enumerated()
    where layout.isPresent(index) {
      let names = field.columns
      for (number, name) in names.enumerated() {
        known[name] = Column(index: index, storage: slot.storage, place: slot.offset + number * slot.width)
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
    return titles.map { known[$0] ?? Column() }
  }

  mutating func read(_ bytes: UnsafeRawBufferPointer, _ row: UnsafeMutableRawPointer) throws(LineFault) {
    try table.split(bytes)
    empty.withUnsafeBytes { row.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(row), byteCount: $0.count) }
    for cell in columns.indices {
      let column = columns[cell]
      guard column.index >= 0, !table.isEmpty(cell, bytes) else { continue }
      let place = row + column.place
      switch column.storage {
      case .float: place.storeBytes(of: try table.float(cell, bytes), as: Float.self)
      case .number: place.storeBytes(of: try table.double(cell, bytes), as: Double.self)
      case .participant:
        place.storeBytes(of: Int32(truncatingIfNeeded: try table.participant(cell, bytes)), as: Int32.self)
      case .bool, .flag: place.storeBytes(of: try table.bool(cell, bytes) ? 1 : 0, as: Int8.self)
      case .name:
        let code = try table.name(
          cell, bytes, of: layout.spoken(column.index), code: { layout.code(of: $0.utf8, column.index) })
        place.storeBytes(of: code, as: Int8.self)
      }
    }
    guard !FieldLayout.time(row).isNaN else { throw LineFault(field: "t", message: "is empty; expected seconds") }
    for index in together { try checkWhole(layout.slots[index], index, row) }
    try checkObjects(row)
    try layout.checkNeeded(row)
  }

  /// Refuses a field in which some cells are empty and others are not. If the field's numbers have names, empty cells
  /// become 0 instead, as absent keys do in JSON.
  private func checkWhole(
    _ slot: FieldLayout.Slot, _ index: Int, _ row: UnsafeMutableRawPointer
  ) throws(LineFault) {
    let given = slot.count - slot.unknownCount(row)
    guard given > 0, given < slot.count else { return }
    guard slot.isNamed else {
      throw LineFault(
        field: layout.fields[index].table,
        message: "has \(given) of its \(slot.count) numbers; expected all, or none (empty)")
    }
    for number in 0..<slot.count where slot.float(number, row).isNaN {
      row.storeBytes(of: 0, toByteOffset: slot.offset + 4 * number, as: Float.self)
    }
  }

  /// Refuses a row that has some cells of a JSON object, such as the truth, but not those that the object requires.
  private func checkObjects(_ row: UnsafeRawPointer) throws(LineFault) {
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
}
