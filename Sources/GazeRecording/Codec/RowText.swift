/// The tree of JSON keys and the keys' texts as bytes. The dots in the fields' keys define the tree.
struct FieldKeys {
  /// A key of a JSON object. Its texts are ranges of `text`, so that copying a node costs no reference count.
  struct Node {
    enum Content {
      /// The slot of a field.
      case slot(Int)
      /// The index of one of a field's numbers.
      case number(Int)
      /// The nodes of an object.
      case object(Range<Int>)
    }

    /// The key without quotes.
    let key: Range<Int>
    /// The key as `"key":`.
    let quoted: Range<Int>
    var content: Content
    /// Slots of the node and of all nodes inside it.
    let slots: FieldLayout.Slots
  }

  /// All nodes; the nodes of one object follow each other.
  var nodes: [Node] = []
  /// For each node, by its index, its key after the keys of the objects around it.
  private var paths: [String] = []
  var text: [UInt8] = []
  /// Nodes of the outermost object.
  var outermost = 0..<0
  /// For each slot, by its index, the nodes of its numbers; empty if its numbers have no keys.
  var parts: [Range<Int>] = []
  /// For each slot, its names by their index; empty for a slot whose kind is not `name`.
  let names: [[[UInt8]]]

  /// The name of a node in errors; nil for no node.
  func path(_ node: Int?) -> String? { node.map { paths[$0] } }

  /// The keys of the fields at `present`.
  init(_ fields: [SampleField], _ present: [Int]) {
    names = fields.map { $0.names.map { Array($0.utf8) } }
    parts = fields.map { _ in 0..<0 }
    outermost = add(present.map { ($0, fields[$0].key.split(separator: ".")[...]) }, within: nil)
    for (index, field) in fields.enumerated() {
      guard case .named(let names) = field.parts else { continue }
      parts[index] = nodes.count..<nodes.count + names.count
      for (place, name) in names.enumerated() {
        nodes.append(node(name, .number(place), 0))
        paths.append(name)
      }
    }
  }

  /// Adds the nodes of an object in the order of their first fields, then the nodes inside them.
  private mutating func add(_ keys: [(slot: Int, path: ArraySlice<Substring>)], within outer: String?) -> Range<Int> {
    var groups: [(name: Substring, keys: [(slot: Int, path: ArraySlice<Substring>)])] = []
    for (slot, path) in keys {
      guard let first = path.first else { continue }
      let index = groups.firstIndex { $0.name == first } ?? groups.count
      if index == groups.count { groups.append((first, [])) }
      groups[index].keys.append((slot, path.dropFirst()))
    }
    let range = nodes.count..<nodes.count + groups.count
    for (name, keys) in groups {
      paths.append(outer.map { "\($0).\(name)" } ?? String(name))
      nodes.append(node(String(name), .slot(keys[0].slot), keys.reduce(0) { $0 | 1 << FieldLayout.Slots($1.slot) }))
    }
    for (index, group) in zip(range, groups) where !(group.keys.count == 1 && group.keys[0].path.isEmpty) {
      nodes[index].content = .object(add(group.keys, within: paths[index]))
    }
    return range
  }

  private mutating func node(_ name: String, _ content: Node.Content, _ slots: FieldLayout.Slots) -> Node {
    let start = text.count
    text.append(quoted: name)
    text.append(.colon)
    return Node(key: start + 1..<text.count - 2, quoted: start..<text.count, content: content, slots: slots)
  }
}

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
    var separator = UInt8.openBrace
    for index in nodes {
      let node = keys.nodes[index]
      let isObject = if case .object = node.content { true } else { false }
      guard node.slots & (isObject ? known : known | nullable) != 0 else { continue }
      out.append(separator)
      separator = .comma
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[node.quoted]))
      switch node.content {
      case .object(let inner): append(inner, row, known, text, into: &out)
      case .slot(let slot): append(slot, row, text, into: &out)
      case .number: break
      }
    }
    out.append(.closeBrace)
  }

  private func append(_ index: Int, _ row: UnsafeRawPointer, _ text: UnsafeRawBufferPointer, into out: inout [UInt8]) {
    let slot = slots[index]
    if slot.count == 1 { return appendNumber(0, slot, index, row, json: true, into: &out) }
    guard slot.isKnown(row) else { return out.append(word: "null") }
    guard !slot.isNamed else { return append(named: index, row, text, into: &out) }
    var separator = UInt8.openBracket
    for number in 0..<slot.count {
      out.append(separator)
      separator = .comma
      appendNumber(number, slot, index, row, json: true, into: &out)
    }
    out.append(.closeBracket)
  }

  /// Appends a JSON object with the numbers that are not zero; an absent key means 0.
  private func append(
    named index: Int, _ row: UnsafeRawPointer, _ text: UnsafeRawBufferPointer, into out: inout [UInt8]
  ) {
    let slot = slots[index]
    out.append(.openBrace)
    var isFirst = true
    for (number, part) in keys.parts[index].enumerated() {
      let value = slot.value(number, row)
      guard value != 0 || value.sign == .minus else { continue }
      if !isFirst { out.append(.comma) }
      isFirst = false
      out.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[keys.nodes[part].quoted]))
      appendNumber(number, slot, index, row, json: true, into: &out)
    }
    out.append(.closeBrace)
  }

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
      if json { out.append(.quote) }
      out.append(contentsOf: keys.names[index][Int(code)])
      if json { out.append(.quote) }
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
        if index > 0 { out.append(.comma) }
        appendNumber(number, slot, index, row, json: false, into: &out)
      }
    }
    out.append(UInt8(ascii: "\n"))
  }

  // MARK: NumPy

  /// The fields of an array with these groups of columns: `('t', '<f8')`, `('attitude', '<f8', (4,))`.
  func arrayFields(_ columns: SampleColumns) -> [String] {
    zip(fields, slots).filter { columns.isSuperset(of: $1.columns) }.map { field, slot in
      let type =
        switch slot.storage {
        case .participant: "<i4"
        case .float: "<f4"
        case .number: "<f8"
        case .bool: "|b1"
        case .flag, .name: "|i1"
        }
      return "('\(field.table)', '\(type)'" + (slot.count == 1 ? ")" : ", (\(slot.count),))")
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
