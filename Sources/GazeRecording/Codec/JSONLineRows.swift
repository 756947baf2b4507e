private import PortableFoundation

/// The rows of a recording in JSON Lines, after its header.
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
    guard let line = try source.nextFilled() else { return false }
    do throws(LineFault) {
      var reading = JSONLineReading(scanner: JSONScanner(line), layout: layout, row: row)
      try reading.read()
      return true
    } catch {
      guard source.isUnterminated, CutLine.isCut(line) else { throw fault(error) }
      isCutOff = true
      CutOffRecordings.heard?.add(source.name, line: source.line)
      return false
    }
  }

  func fault(_ fault: LineFault) -> FileError { source.fault(fault, mayBeCut: false) }
}

/// Reading of one line into a row. Keys may be in any order, and unknown keys are skipped; if a key occurs twice, its
/// last value counts.
private struct JSONLineReading {
  var scanner: JSONScanner
  let layout: FieldLayout
  let row: UnsafeMutableRawPointer
  /// Slots whose keys were in the line.
  var presentSlots: FieldLayout.Slots = 0

  var noun: String { layout.rig == RecordedFrame.rig ? "frame" : "sample" }

  mutating func read() throws(LineFault) {
    layout.absent.copy(to: row)
    try expect(scanner.take(.openBrace), nil, "expected a \(noun), `{\"t\":…}`, found \(scanner.found())")
    try object(layout.keys.outermost, nil)
    try expect(scanner.peek() == nil, nil, "expected the end of the line after the \(noun), found \(scanner.found())")
    let missing = layout.mandatory(row) & ~presentSlots
    guard missing == 0 else { throw layout.missing(missing.trailingZeroBitCount) }
    try layout.checkNeeded(row)
  }

  // MARK: Keys

  /// Reads the keys of an object, after its opening brace; `outer` is the object's node, nil for the whole line.
  mutating func object(_ nodes: Range<Int>, _ outer: Int?) throws(LineFault) {
    let layout = layout
    if scanner.take(.closeBrace) { return }
    // Files that this project wrote have the keys in the order of the nodes, so the next node's key is tried first.
    var next = nodes.lowerBound
    repeat {
      if let index = try key(nodes, guess: next, "`:` after a key", layout.keys.path(outer)) {
        try value(index)
        next = index + 1
      } else {
        try scanner.skip(layout.keys.path(outer))
      }
    } while try scanner.more(until: .closeBrace, layout.keys.path(outer))
  }

  /// Reads a key and the colon after it; nil if the key is unknown.
  @inline(__always)
  mutating func key(
    _ nodes: Range<Int>, guess: Int, _ colon: @autoclosure () -> String, _ field: @autoclosure () -> String?
  ) throws(LineFault) -> Int? {
    if scanner.peek() == .quote,
      let index = written(guess..<nodes.upperBound) ?? written(nodes.lowerBound..<guess)
    {
      return index
    }
    return try strange(nodes, colon(), field())
  }

  /// Takes a key that is written as this project writes it, with its colon; nil if none of these nodes has it.
  @inline(__always)
  mutating func written(_ nodes: Range<Int>) -> Int? {
    layout.keys.text.withUnsafeBytes { text in
      nodes.first { scanner.take(UnsafeRawBufferPointer(rebasing: text[layout.keys.nodes[$0].quoted])) }
    }
  }

  /// Reads a key in any spelling, and the colon after it.
  mutating func strange(_ nodes: Range<Int>, _ colon: String, _ field: String?) throws(LineFault) -> Int? {
    let name = try scanner.text(field).utf8
    try scanner.expect(.colon, colon, field)
    return nodes.first { layout.keys.text[layout.keys.nodes[$0].key].elementsEqual(name) }
  }

  mutating func value(_ place: Int) throws(LineFault) {
    let layout = layout
    let node = layout.keys.nodes[place]
    switch node.content {
    case .slot(let index):
      presentSlots |= node.slots
      try value(of: index)
    case .object(let inner):
      // If the key of an object occurs twice, the last object replaces the first one as a whole.
      presentSlots &= ~node.slots
      layout.forget(node.slots, row)
      if scanner.take("null") { return }
      try scanner.expect(.openBrace, "an object or null", layout.keys.path(place))
      try object(inner, place)
      let missing = node.slots & layout.requiredInObject & ~presentSlots
      guard missing == 0 else { throw layout.missing(missing.trailingZeroBitCount) }
    case .number: break
    }
  }

  // MARK: Values

  mutating func value(of index: Int) throws(LineFault) {
    let layout = layout
    let slot = layout.slots[index]
    if index == FieldLayout.timeSlot { return row.storeBytes(of: try scanner.double("t"), as: Double.self) }
    if slot.storage == .participant {
      return FieldLayout.store(FieldLayout.time(row), try scanner.participant(), row)
    }
    let mayBeNull = slot.storage != .bool && !slot.rules.contains(.requiredInObject)
    if mayBeNull, scanner.take("null") { return layout.forget(slot, row) }
    if slot.count == 1 { return try number(0, slot, index) }
    if slot.isNamed { return try named(slot, index) }
    guard scanner.take(.openBracket) else {
      let expected = "a list of \(layout.numbers(index))"
      throw fault(index, "expected \(expected), found \(scanner.found())")
    }
    var n = 0
    if !scanner.take(.closeBracket) {
      repeat {
        if !slot.isTogether, scanner.take("null") {
          if n < slot.count { layout.forget(n, slot, row) }
        } else {
          try number(n, slot, index)
        }
        n += 1
      } while try scanner.more(until: .closeBracket, layout.key(index))
    }
    guard n == slot.count else {
      throw fault(index, "expected \(layout.numbers(index)), found \(n)")
    }
  }

  /// Reads an object of numbers by name; an absent name means 0.
  mutating func named(_ slot: FieldLayout.Slot, _ index: Int) throws(LineFault) {
    let layout = layout
    for number in 0..<slot.count { row.storeBytes(of: 0, toByteOffset: slot.offset + 4 * number, as: Float.self) }
    try scanner.expect(.openBrace, "an object or null", layout.key(index))
    if scanner.take(.closeBrace) { return }
    let parts = layout.keys.parts[index]
    var next = parts.lowerBound
    repeat {
      if let part = try key(parts, guess: next, "`:` after a name", layout.key(index)) {
        try number(part - parts.lowerBound, slot, index)
        next = part + 1
      } else {
        try scanner.skip(layout.key(index))
      }
    } while try scanner.more(until: .closeBrace, layout.key(index))
  }

  /// Reads one number of a field; numbers beyond the field's last one are parsed and ignored.
  @inline(__always)
  mutating func number(_ number: Int, _ slot: FieldLayout.Slot, _ index: Int) throws(LineFault) {
    let place = slot.offset + number * slot.width
    let isInside = number < slot.count
    switch slot.storage {
    case .float:
      let value = try decimal(index).float(in: scanner.bytes)
      guard value.isFinite else {
        throw fault(index, LineFault.beyondFloat)
      }
      if isInside { row.storeBytes(of: value, toByteOffset: place, as: Float.self) }
    case .number, .participant:
      let value = try decimal(index).double(in: scanner.bytes)
      guard value.isFinite else {
        throw fault(index, LineFault.beyondDouble)
      }
      if isInside { row.storeBytes(of: value, toByteOffset: place, as: Double.self) }
    case .bool, .flag:
      let isTrue = scanner.take("true")
      guard isTrue || scanner.take("false") else {
        throw fault(index, "expected true or false, found \(scanner.found())")
      }
      if isInside { row.storeBytes(of: isTrue ? 1 : 0, toByteOffset: place, as: Int8.self) }
    case .name:
      let code = try name(index)
      if isInside { row.storeBytes(of: code, toByteOffset: place, as: Int8.self) }
    }
  }

  func fault(_ index: Int, _ message: String) -> LineFault {
    LineFault(field: layout.key(index), message: message)
  }

  @inline(__always)
  mutating func decimal(_ index: Int) throws(LineFault) -> DecimalText {
    if let number = scanner.decimal() { return number }
    throw fault(index, "expected a number, found \(scanner.found())")
  }

  mutating func name(_ index: Int) throws(LineFault) -> Int8 {
    let layout = layout
    let name = try scanner.text(layout.key(index))
    if let code = layout.code(of: name.utf8, index) { return code }
    let known = layout.spoken(index).map { "\"\($0)\"" }.joined(separator: ", ")
    let found = LineFault.printable(name)
    throw fault(index, "expected one of \(known), found \"\(found)\"")
  }
}

/// Distinguishes a line that was cut off from one that is wrong.
enum CutLine {
  /// True if the line is the beginning of a JSON object that is not complete, or consists of zeros, which some file
  /// systems leave in place of lines that never reached the disk.
  ///
  /// - Parameter line: the line, not empty, without its line end.
  static func isCut(_ line: UnsafeRawBufferPointer) -> Bool {
    let line = UnsafeRawBufferPointer(rebasing: line.prefix((line.lastIndex { $0 != 0 } ?? -1) + 1))
    var scanner = JSONScanner(line)
    guard let first = scanner.peek() else { return true }
    guard first == .openBrace else { return false }
    do throws(LineFault) {
      try scanner.skip(nil)
      return false
    } catch {
      // If the line was cut off, only a part of a word or number follows the place of the fault; punctuation there
      // means that the fault is before the line's end.
      return !line[min(scanner.index, line.count)...].contains { ",:{}[]".utf8.contains($0) }
    }
  }
}
