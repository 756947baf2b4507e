/// The bytes of JSON's punctuation.
extension UInt8 {
  package static var quote: UInt8 { 0x22 }
  package static var comma: UInt8 { 0x2C }
  package static var colon: UInt8 { 0x3A }
  package static var openBracket: UInt8 { 0x5B }
  package static var backslash: UInt8 { 0x5C }
  package static var closeBracket: UInt8 { 0x5D }
  package static var openBrace: UInt8 { 0x7B }
  package static var closeBrace: UInt8 { 0x7D }
}

/// JSON text appended to bytes. A number is written as the shortest text that reads back bit for bit.
extension [UInt8] {
  package mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends literal text.
  package mutating func append(word: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  package mutating func append(_ key: StaticString, _ values: [Double]) {
    append(word: key)
    append(list: values) { $0.append($1) }
  }

  package mutating func append<T>(list: [T], _ element: (inout [UInt8], T) -> Void) {
    append(.openBracket)
    for (i, item) in list.enumerated() {
      if i > 0 { append(.comma) }
      element(&self, item)
    }
    append(.closeBracket)
  }

  /// Appends a number; `null` if it is not finite.
  package mutating func append(_ value: Float) { append(value, wholeBelow: 1e7) }

  /// Appends a number; `null` if it is not finite.
  package mutating func append(_ value: Double) { append(value, wholeBelow: 1e15) }

  private mutating func append<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ value: Number, wholeBelow limit: Number
  ) {
    // Negative zero takes the slower path, which writes "-0.0", because many readers take "-0" for a whole number and
    // lose the sign.
    if value == value.rounded(.towardZero), value.magnitude < limit, value != 0 || value.sign == .plus {
      return append(integer: Int(value))
    }
    guard value.isFinite else { return append(word: "null") }
    append(text: value.description)
  }

  private mutating func append(text: consuming String) {
    text.withUTF8 { append(contentsOf: $0) }
  }

  package mutating func append(integer: Int) {
    if (0..<10).contains(integer) { return append(UInt8(ascii: "0") + UInt8(integer)) }
    append(text: integer.description)
  }

  /// Appends a string in quotes, escaped.
  package mutating func append(quoted text: String) {
    append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote, .backslash:
        append(.backslash)
        append(byte)
      case 0..<0x20:
        append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: append(byte)
      }
    }
    append(.quote)
  }
}

/// Writes nil as `null` instead of leaving the key out, so that a report shows that a number is missing.
@propertyWrapper
public struct ExplicitNull<Value: Sendable & Equatable & Codable>: Sendable, Equatable, Codable {
  /// The value, or nil.
  public var wrappedValue: Value?

  /// A value that may be missing.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Reads a value or `null`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }

  /// Writes the value or `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

extension KeyedDecodingContainer {
  /// Reads an absent key as nil, as for an optional without the wrapper.
  public func decode<Value>(
    _ type: ExplicitNull<Value>.Type, forKey key: Key
  ) throws -> ExplicitNull<Value> {
    try decodeIfPresent(type, forKey: key) ?? ExplicitNull(wrappedValue: nil)
  }
}
