package import GazePipeline
private import PortableFoundation

/// A cursor over one line of JSON. It reads in place and copies only strings with escapes.
package struct JSONScanner {
  let bytes: UnsafeRawBufferPointer
  package private(set) var index = 0
  private static let deepest = 64

  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  // MARK: Punctuation

  /// The next byte that is not white space, without consuming it; nil at the line's end.
  @inline(__always)
  package mutating func peek() -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte > 0x20 { return byte }
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
      index += 1
    }
    return nil
  }

  /// Consumes `byte` if it comes next.
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    index += 1
    return true
  }

  /// Consumes a word (`null`, `true`, `false`) if it comes next.
  @inline(__always)
  package mutating func take(_ word: StaticString) -> Bool {
    peek() == word.utf8Start.pointee
      && take(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Consumes `byte`, or throws a fault that quotes the text found instead.
  @inline(__always)
  package mutating func expect(
    _ byte: UInt8, _ name: @autoclosure () -> String, _ field: @autoclosure () -> String?
  ) throws(LineFault) {
    guard take(byte) else { throw unexpected(name(), field()) }
  }

  /// Call this after a value in an object or list. Returns true if another value follows, and false at `end`; consumes
  /// the comma or `end`.
  @inline(__always)
  package mutating func more(until end: UInt8, _ field: @autoclosure () -> String?) throws(LineFault) -> Bool {
    if take(.comma) { return true }
    if take(end) { return false }
    throw unexpected("`,` or `\(Character(UnicodeScalar(end)))`", field())
  }

  /// Consumes `text` if it comes next, without white space before it.
  @inline(__always)
  mutating func take(_ text: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count - index >= text.count, let a = bytes.baseAddress, let b = text.baseAddress,
      memcmp(a + index, b, text.count) == 0
    else { return false }
    index += text.count
    return true
  }

  @inline(never)
  private mutating func unexpected(_ expected: String, _ field: String?) -> LineFault {
    LineFault(field: field, message: "expected \(expected), found \(found())")
  }

  /// A short printable text that describes what is at the cursor, for messages.
  package mutating func found() -> String {
    guard peek() != nil else { return "the end of the line" }
    let rest = bytes[index...].prefix(17)
    let stop = rest.dropFirst().firstIndex { $0 <= 0x20 || [0x2C, 0x5D, 0x7D, 0x3A].contains($0) } ?? rest.endIndex
    let text = rest[..<stop].prefix(16).map { $0 > 0x20 && $0 < 0x7F ? Character(UnicodeScalar($0)) : "?" }
    return "`" + String(text) + "`"
  }

  // MARK: Values

  mutating func number(_ field: String) throws(LineFault) -> DecimalText {
    if let number = decimal() { return number }
    throw LineFault(field: field, message: "expected a number, found \(found())")
  }

  /// Reads a number; nil if no number comes next.
  @inline(__always)
  mutating func decimal() -> DecimalText? { peek() == nil ? nil : DecimalText(bytes, at: &index) }

  /// Reads a whole number; nil if the number is not whole or is beyond ±2⁵³.
  package mutating func whole(_ field: String) throws(LineFault) -> Int? { try number(field).integer(in: bytes) }

  package mutating func double(_ field: String) throws(LineFault) -> Double {
    let value = try number(field).double(in: bytes)
    guard value.isFinite else { throw LineFault(field: field, message: LineFault.beyondDouble) }
    return value
  }

  mutating func participant() throws(LineFault) -> Int {
    try SampleLimits.participant(try whole("participant"))
  }

  package mutating func bool(_ field: String) throws(LineFault) -> Bool {
    if take("true") { return true }
    if take("false") { return false }
    throw LineFault(field: field, message: "expected true or false, found \(found())")
  }

  package mutating func point(_ field: String) throws(LineFault) -> Vector2 {
    try expect(.openBracket, "a list of 2 numbers", field)
    var values: [Double] = []
    if !take(.closeBracket) {
      repeat { values.append(try double(field)) } while try more(until: .closeBracket, field)
    }
    guard values.count == 2 else { throw LineFault(field: field, message: "expected 2 numbers, found \(values.count)") }
    return SIMD2(values[0], values[1])
  }

  // MARK: Strings

  /// Reads a string and returns its range of bytes between the quotes, and whether it contains escapes.
  mutating func string(_ field: String?) throws(LineFault) -> (range: Range<Int>, hasEscapes: Bool) {
    try expect(.quote, "a string", field)
    let start = index
    var hasEscapes = false
    while index < bytes.count {
      switch bytes[index] {
      case .quote:
        index += 1
        return (start..<index - 1, hasEscapes)
      case .backslash:
        hasEscapes = true
        index += 2
      case 0..<0x20: throw LineFault(field: field, message: "a string contains a control character; write \\u00XX")
      default: index += 1
      }
    }
    index = bytes.count
    throw LineFault(field: field, message: "expected the string's closing quote, found the end of the line")
  }

  package mutating func text(_ field: String?) throws(LineFault) -> String {
    let (range, hasEscapes) = try string(field)
    let raw = UnsafeRawBufferPointer(rebasing: bytes[range])
    guard hasEscapes else { return String(decoding: raw, as: UTF8.self) }
    guard let text = Self.unescaped(raw) else {
      throw LineFault(field: field, message: "a string contains an escape that JSON does not define")
    }
    return text
  }

  /// The letters after a backslash, and what they stand for.
  private static let escapes = Dictionary(uniqueKeysWithValues: zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf16))

  private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> String? {
    // The string is decoded as UTF-16, so that a surrogate pair of \u escapes gives one character; invalid units become
    // U+FFFD.
    var (units, rest) = ([UInt16](), bytes[...])
    while let escape = rest.firstIndex(of: .backslash) {
      units += Array(String(decoding: rest[..<escape], as: UTF8.self).utf16)
      rest = rest[(escape + 1)...]
      guard let letter = rest.popFirst() else { return nil }
      if let unit = escapes[letter] {
        units.append(unit)
        continue
      }
      let digits = rest.prefix(4)
      guard letter == UInt8(ascii: "u"), digits.count == 4,
        digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      units.append(unit)
      rest = rest.dropFirst(4)
    }
    units += Array(String(decoding: rest, as: UTF8.self).utf16)
    return String(decoding: units, as: UTF16.self)
  }

  // MARK: Skipping

  package mutating func skip(_ field: String?, depth: Int = 0) throws(LineFault) {
    guard depth < Self.deepest else {
      throw LineFault(field: field, message: "is nested deeper than \(Self.deepest) levels")
    }
    switch peek() {
    case .openBrace:
      index += 1
      if take(.closeBrace) { return }
      repeat {
        _ = try string(field)
        try expect(.colon, "`:`", field)
        try skip(field, depth: depth + 1)
      } while try more(until: .closeBrace, field)
    case .openBracket:
      index += 1
      if take(.closeBracket) { return }
      repeat { try skip(field, depth: depth + 1) } while try more(until: .closeBracket, field)
    case .quote: _ = try string(field)
    default:
      if take("null") || take("true") || take("false") || DecimalText(bytes, at: &index) != nil { return }
      throw LineFault(field: field, message: "expected a value, found \(found())")
    }
  }
}
