private import Foundation

/// The rows of a JSON Lines recording, one line at a time.
final class JSONLineRows: RowSource {
  private var source: LineSource
  private let layout: FieldLayout
  private(set) var isCutOff = false

  /// Rows after the header, which must be the last line that was read from the source.
  init(_ source: consuming LineSource, _ layout: FieldLayout) {
    self.source = source
    self.layout = layout
  }

  /// Reads the next line into `row`. Empty lines are skipped.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool {
    while let line = try source.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(LineFault) {
        var reading = JSONLineReading(line, layout, row)
        try reading.read()
        return true
      } catch {
        guard source.isUnterminated, CutLine.isCut(line) else { throw fault(error) }
        isCutOff = true
        CutOffRecordings.heard?.add(source.name, line: source.line)
        return false
      }
    }
    return false
  }

  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: source.line, field: fault.field, message: fault.message)
  }
}

/// Reading of one line into a row. Keys may be in any order, and unknown keys are skipped; if a key occurs twice, its
/// last value counts.
private struct JSONLineReading {
  private var scanner: JSONScanner
  private let layout: FieldLayout
  private let row: UnsafeMutableRawPointer
  /// Slots whose keys were in the line.
  private var given: FieldLayout.Slots = 0

  init(_ line: UnsafeRawBufferPointer, _ layout: FieldLayout, _ row: UnsafeMutableRawPointer) {
    scanner = JSONScanner(line)
    self.layout = layout
    self.row = row
  }

  private var noun: String { layout.rig == RecordedFrame.rig ? "frame" : "sample" }

  mutating func read() throws(LineFault) {
    layout.absent.withUnsafeBytes { row.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(row), byteCount: $0.count) }
    guard scanner.take(UInt8(ascii: "{")) else {
      throw LineFault(message: "expected a \(noun), `{\"t\":…}`, found \(scanner.found())")
    }
    try object(layout.keys.outermost, nil)
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of the line after the \(noun), found \(scanner.found())")
    }
    let missing = layout.mandatory(row) & ~given
    guard missing == 0 else { throw layout.missing(missing.trailingZeroBitCount) }
    try layout.checkNeeded(row)
  }

  // MARK: Keys

  /// Reads the keys of an object, after its opening brace.
  private mutating func object(_ nodes: Range<Int>, _ field: String?) throws(LineFault) {
    if scanner.take(UInt8(ascii: "}")) { return }
    // Files that this project wrote have the keys in the order of the nodes, so the next node's key is tried first.
    var next = nodes.lowerBound
    repeat {
      let index = try key(nodes, guess: next, field)
      try scanner.expect(UInt8(ascii: ":"), "`:` after a key", field)
      if let index {
        try value(layout.keys.nodes[index], within: field)
        next = index + 1
      } else {
        try scanner.skip(field)
      }
    } while try scanner.more(until: UInt8(ascii: "}"), field)
  }

  /// Reads a key; nil if it is unknown.
  private mutating func key(_ nodes: Range<Int>, guess: Int, _ field: String?) throws(LineFault) -> Int? {
    let start = scanner
    let (range, hasEscapes) = try scanner.string(field)
    guard hasEscapes else { return find(UnsafeRawBufferPointer(rebasing: scanner.bytes[range]), nodes, guess: guess) }
    scanner = start
    let name = Array(try scanner.text(field).utf8)
    return name.withUnsafeBytes { find($0, nodes, guess: guess) }
  }

  private func find(_ name: UnsafeRawBufferPointer, _ nodes: Range<Int>, guess: Int) -> Int? {
    layout.keys.text.withUnsafeBytes { text in
      func isEqual(_ index: Int) -> Bool {
        let key = layout.keys.nodes[index].key
        guard key.count == name.count, let a = text.baseAddress, let b = name.baseAddress else { return false }
        return memcmp(a + key.lowerBound, b, key.count) == 0
      }
      // The search starts at the guessed key, so a field that this file lacks costs only one comparison.
      return (guess..<nodes.upperBound).first(where: isEqual) ?? (nodes.lowerBound..<guess).first(where: isEqual)
    }
  }

  private mutating func value(_ node: FieldKeys.Node, within field: String?) throws(LineFault) {
    switch node.content {
    case .slot(let index):
      given |= node.slots
      try value(index)
    case .object(let inner):
      // If the key of an object occurs twice, the last object replaces the first one as a whole.
      given &= ~node.slots
      layout.forget(node.slots, row)
      if scanner.take("null") { return }
      let key = String(decoding: layout.keys.text[node.key], as: UTF8.self)
      let name = field.map { $0 + "." + key } ?? key
      try scanner.expect(UInt8(ascii: "{"), "an object or null", name)
      try object(inner, name)
      let missing = node.slots & layout.requiredInObject & ~given
      guard missing == 0 else { throw layout.missing(missing.trailingZeroBitCount) }
    case .number: break
    }
  }

  // MARK: Values

  private mutating func value(_ index: Int) throws(LineFault) {
    let slot = layout.slots[index]
    if index == FieldLayout.timeSlot { return row.storeBytes(of: try scanner.double("t"), as: Double.self) }
    if slot.storage == .participant {
      return FieldLayout.store(FieldLayout.time(row), try scanner.participant(), row)
    }
    let mayBeNull = slot.storage != .bool && !slot.rules.contains(.requiredInObject)
    if mayBeNull, scanner.take("null") { return layout.forget(slot, row) }
    let key = layout.fields[index].key
    if slot.count == 1 { return try number(0, slot, index, key) }
    if slot.isNamed { return try named(slot, index, key) }
    guard scanner.take(UInt8(ascii: "[")) else {
      throw LineFault(field: key, message: "expected a list of \(layout.numbers(index)), found \(scanner.found())")
    }
    var n = 0
    if !scanner.take(UInt8(ascii: "]")) {
      repeat {
        if !slot.isTogether, scanner.take("null") {
          if n < slot.count { layout.forget(n, slot, row) }
        } else {
          try number(n, slot, index, key)
        }
        n += 1
      } while try scanner.more(until: UInt8(ascii: "]"), key)
    }
    guard n == slot.count else { throw LineFault(field: key, message: "expected \(layout.numbers(index)), found \(n)") }
  }

  /// Reads an object of numbers by name; an absent name means 0.
  private mutating func named(_ slot: FieldLayout.Slot, _ index: Int, _ key: String) throws(LineFault) {
    for number in 0..<slot.count { row.storeBytes(of: 0, toByteOffset: slot.offset + 4 * number, as: Float.self) }
    try scanner.expect(UInt8(ascii: "{"), "an object or null", key)
    if scanner.take(UInt8(ascii: "}")) { return }
    let parts = layout.keys.parts[index]
    var next = parts.lowerBound
    repeat {
      let part = try self.key(parts, guess: next, key)
      try scanner.expect(UInt8(ascii: ":"), "`:` after a name", key)
      if let part {
        try number(part - parts.lowerBound, slot, index, key)
        next = part + 1
      } else {
        try scanner.skip(key)
      }
    } while try scanner.more(until: UInt8(ascii: "}"), key)
  }

  /// Reads one number of a field; numbers beyond the field's last one are parsed and ignored.
  @inline(__always)
  private mutating func number(
    _ number: Int, _ slot: FieldLayout.Slot, _ index: Int, _ key: String
  ) throws(LineFault) {
    let place = slot.offset + number * slot.width
    let isInside = number < slot.count
    switch slot.storage {
    case .float:
      let value = try decimal(key).float(in: scanner.bytes)
      guard value.isFinite else {
        throw LineFault(field: key, message: "expected a number within the range of Float (3.4e38)")
      }
      if isInside { row.storeBytes(of: value, toByteOffset: place, as: Float.self) }
    case .number, .participant:
      let value = try decimal(key).double(in: scanner.bytes)
      guard value.isFinite else {
        throw LineFault(field: key, message: "expected a number within the range of Double (1.8e308)")
      }
      if isInside { row.storeBytes(of: value, toByteOffset: place, as: Double.self) }
    case .bool, .flag:
      let isTrue = scanner.take("true")
      guard isTrue || scanner.take("false") else {
        throw LineFault(field: key, message: "expected true or false, found \(scanner.found())")
      }
      if isInside { row.storeBytes(of: isTrue ? 1 : 0, toByteOffset: place, as: Int8.self) }
    case .name:
      let code = try name(index, key)
      if isInside { row.storeBytes(of: code, toByteOffset: place, as: Int8.self) }
    }
  }

  @inline(__always)
  private mutating func decimal(_ key: String) throws(LineFault) -> DecimalText {
    if let number = scanner.decimal() { return number }
    throw LineFault(field: key, message: "expected a number, found \(scanner.found())")
  }

  private mutating func name(_ index: Int, _ key: String) throws(LineFault) -> Int8 {
    let start = scanner
    let (range, hasEscapes) = try scanner.string(key)
    if !hasEscapes, let code = layout.code(of: UnsafeRawBufferPointer(rebasing: scanner.bytes[range]), index) {
      return code
    }
    scanner = start
    let name = try scanner.text(key)
    if let code = layout.code(of: name.utf8, index) { return code }
    let known = layout.spoken(index).map { "\"\($0)\"" }.joined(separator: ", ")
    throw LineFault(field: key, message: "expected one of \(known), found \"\(LineFault.printable(name))\"")
  }
}
