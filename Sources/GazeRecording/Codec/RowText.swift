/// Encodes rows as JSON Lines, CSV or rows of a `.npy`. Numbers are the shortest text that reads back bit for bit.
extension FieldLayout {
  /// Appends a row in a format; `columns` are the groups of columns of the table.
  func append(_ row: UnsafeRawPointer, _ format: RecordingFormat, _ columns: SampleColumns, into out: inout [UInt8]) {
    switch format {
    case .jsonl: append(line: row, into: &out)
    case .npy: append(array: row, columns, into: &out)
    case .csv: append(csv: row, columns, into: &out)
    }
  }

  // MARK: JSON Lines

  /// Appends a line: `{"t":0.5,"participant":0,"attitude":[1,0,0,0],"truth":{"attitude":[1,0,0,0]}}`.
  ///
  /// A single number has no brackets. An unknown field is left out, or written as null if the field's rules require it;
  /// an unknown number within a list is null.
  func append(line row: UnsafeRawPointer, into out: inout [UInt8]) {
    let known = known(row) | mandatory(row)
    keys.text.withUnsafeBytes { text in
      append(keys.outermost, row, known, text, into: &out)
    }
    out.append(UInt8(ascii: "\n"))
  }

  private func append(
    _ nodes: Range<Int>, _ row: UnsafeRawPointer, _ known: Slots, _ text: UnsafeRawBufferPointer,
    into out: inout [UInt8]
  ) {
    var separator = UInt8(ascii: "{")
    for index in nodes {
      let node = keys.nodes[index]
      let isObject = if case .object = node.content { true } else { false }
      guard node.slots & (isObject ? known : known | nullable) != 0 else { continue }
      out.append(separator)
      separator = UInt8(ascii: ",")
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[node.quoted]))
      switch node.content {
      case .object(let inner): append(inner, row, known, text, into: &out)
      case .slot(let slot): append(slot, row, text, into: &out)
      case .number: break
      }
    }
    out.append(UInt8(ascii: "}"))
  }

  private func append(_ index: Int, _ row: UnsafeRawPointer, _ text: UnsafeRawBufferPointer, into out: inout [UInt8]) {
    let slot = slots[index]
    if slot.count == 1 { return appendNumber(0, slot, index, row, json: true, into: &out) }
    guard slot.isKnown(row) else { return out.append(word: "null") }
    guard !slot.isNamed else { return append(named: index, row, text, into: &out) }
    var separator = UInt8(ascii: "[")
    for number in 0..<slot.count {
      out.append(separator)
      separator = UInt8(ascii: ",")
      appendNumber(number, slot, index, row, json: true, into: &out)
    }
    out.append(UInt8(ascii: "]"))
  }

  /// Appends a JSON object with the numbers that are not zero; an absent key means 0.
  private func append(
    named index: Int, _ row: UnsafeRawPointer, _ text: UnsafeRawBufferPointer, into out: inout [UInt8]
  ) {
    let slot = slots[index]
    out.append(UInt8(ascii: "{"))
    var isFirst = true
    for (number, part) in keys.parts[index].enumerated() {
      let value = slot.value(number, row)
      guard value != 0 || value.sign == .minus else { continue }
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[keys.nodes[part].quoted]))
      appendNumber(number, slot, index, row, json: true, into: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private func appendNumber(
    _ number: Int, _ slot: Slot, _ index: Int, _ row: UnsafeRawPointer, json: Bool, into out: inout [UInt8]
  ) {
    switch slot.storage {
    case .participant: out.append(integer: Self.participant(row))
    case .float:
      let value = slot.float(number, row)
      if json || value.isFinite { out.append(value) }
    case .number:
      let value = slot.double(number, row)
      if json || value.isFinite { out.append(value) }
    case .bool, .flag, .name:
      let code = slot.code(number, row)
      guard code >= 0 else { return json ? out.append(word: "null") : () }
      guard slot.storage == .name else { return out.append(word: code == 0 ? "false" : "true") }
      if json { out.append(UInt8(ascii: "\"")) }
      out.append(contentsOf: keys.names[index][Int(code)])
      if json { out.append(UInt8(ascii: "\"")) }
    }
  }

  // MARK: CSV

  /// The names of the columns of a table with these groups: `t,participant,attitude0,attitude1,…`.
  func names(_ columns: SampleColumns) -> [String] {
    fields.indices.flatMap {
      isPresent($0) && columns.isSuperset(of: slots[$0].columns) ? fields[$0].columns : []
    }
  }

  /// Appends a row of CSV; an unknown number is an empty cell.
  func append(csv row: UnsafeRawPointer, _ columns: SampleColumns, into out: inout [UInt8]) {
    for (index, slot) in slots.enumerated() where columns.isSuperset(of: slot.columns) {
      for number in 0..<slot.count {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        appendNumber(number, slot, index, row, json: false, into: &out)
      }
    }
    out.append(UInt8(ascii: "\n"))
  }

  // MARK: NumPy

  /// The fields of an array with these groups of columns.
  func arrayFields(_ columns: SampleColumns) -> [NumPyLayout.Field] {
    zip(fields, slots).filter { columns.isSuperset(of: $1.columns) }.map { field, slot in
      let type =
        switch slot.storage {
        case .participant: "<i4"
        case .float: "<f4"
        case .number: "<f8"
        case .bool: "|b1"
        case .flag, .name: "|i1"
        }
      return NumPyLayout.Field(name: field.table, type: type, count: slot.count)
    }
  }

  /// Appends the bytes of the row itself, without the fields that the array does not have.
  func append(array row: UnsafeRawPointer, _ columns: SampleColumns, into out: inout [UInt8]) {
    var start = 0
    for slot in slots where !columns.isSuperset(of: slot.columns) {
      out.append(contentsOf: UnsafeRawBufferPointer(start: row + start, count: slot.offset - start))
      start = slot.end
    }
    out.append(contentsOf: UnsafeRawBufferPointer(start: row + start, count: size - start))
  }
}
