/// The Python literals that a `.npy` header consists of. They are parsed, never evaluated.
enum PythonLiteral {
  case dictionary([(key: String, value: PythonLiteral)])
  case list([PythonLiteral])
  case tuple([PythonLiteral])
  case text(String)
  case integer(Int)
  /// True, False or None.
  case word

  private static let deepest = 16

  /// Reads `bytes` as one literal, with white space around it allowed; nil if `bytes` are anything else.
  static func read(_ bytes: [UInt8]) -> PythonLiteral? {
    var parser = Parser(bytes: bytes)
    guard let value = parser.value(0) else { return nil }
    parser.skipBlanks()
    return parser.index == bytes.count ? value : nil
  }

  /// The name of a field, which is a string or the tuple (title, name); empty if the literal is neither.
  var name: String {
    switch self {
    case .text(let text): text
    case .tuple(let pair): if case .text(let text)? = pair.last { text } else { "" }
    default: ""
    }
  }

  private struct Parser {
    let bytes: [UInt8]
    var index = 0

    mutating func skipBlanks() {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      skipBlanks()
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func take(word: String) -> Bool {
      guard bytes[index...].starts(with: word.utf8) else { return false }
      index += word.utf8.count
      return true
    }

    mutating func value(_ depth: Int) -> PythonLiteral? {
      guard depth < PythonLiteral.deepest else { return nil }
      skipBlanks()
      guard index < bytes.count else { return nil }
      if take("{") { return dictionary(depth) }
      if take("[") { return items(until: "]", depth).map { .list($0.items) } }
      if take("(") {
        // A single value in parentheses without a comma is not a tuple.
        return items(until: ")", depth).map { $0.items.count == 1 && !$0.hasComma ? $0.items[0] : .tuple($0.items) }
      }
      if ["True", "False", "None"].contains(where: { take(word: $0) }) { return .word }
      if let text = text() { return .text(text) }
      return integer()
    }

    private mutating func dictionary(_ depth: Int) -> PythonLiteral? {
      var entries: [(key: String, value: PythonLiteral)] = []
      while !take("}") {
        guard entries.isEmpty || take(",") else { return nil }
        if take("}") { break }
        skipBlanks()
        guard let key = text(), take(":"), let value = value(depth + 1) else { return nil }
        entries.append((key, value))
      }
      return .dictionary(entries)
    }

    private mutating func items(
      until end: Unicode.Scalar, _ depth: Int
    ) -> (items: [PythonLiteral], hasComma: Bool)? {
      var items: [PythonLiteral] = []
      var hasComma = false
      while !take(end) {
        if !items.isEmpty {
          guard take(",") else { return nil }
          hasComma = true
          if take(end) { break }
        }
        guard let value = value(depth + 1) else { return nil }
        items.append(value)
      }
      return (items, hasComma)
    }

    private mutating func text() -> String? {
      guard index < bytes.count, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") else {
        return nil
      }
      let quote = bytes[index]
      index += 1
      var text: [UInt8] = []
      while index < bytes.count, bytes[index] != quote {
        // No field that this package reads has an escape in its name, so an escape is skipped without resolving it.
        if bytes[index] == UInt8(ascii: "\\") {
          text.append(bytes[index])
          index += 1
          guard index < bytes.count else { return nil }
        }
        text.append(bytes[index])
        index += 1
      }
      guard index < bytes.count else { return nil }
      index += 1
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func integer() -> PythonLiteral? {
      let end = bytes[index...].firstIndex { !($0 >= 0x30 && $0 <= 0x39) } ?? bytes.count
      guard end > index, let value = Int(String(decoding: bytes[index..<end], as: UTF8.self)) else { return nil }
      index = end
      // Python 2 wrote long numbers with an L.
      if index < bytes.count, bytes[index] == UInt8(ascii: "L") { index += 1 }
      return .integer(value)
    }
  }
}
