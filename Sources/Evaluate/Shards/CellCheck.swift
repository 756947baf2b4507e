import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

/// Checks the content of a part's cell. A part may be damaged, or a stranger's.
///
/// Reflection finds every count, and every value that knows what fits together in it (`CheckedContent`), so a field
/// that is new is checked, too. Numbers with a fraction are checked by the values that know them.
enum CellCheck {
  /// Largest count: the frames of two years. A thousand million such counts can be added.
  static let most = 1 << 32

  /// The first fault of a cell's result; nil if it is sound.
  static func fault(_ value: Any) -> ContentFault? { fault(value, at: "result") }

  private static func fault(_ value: Any, at path: String) -> ContentFault? {
    if value is Double || value is [Double] || value is Bool || value is String || value is any SIMD
      || value is [Vector2]
    {
      return nil
    }
    if let count = value as? Int {
      return (0...most).contains(count) ? nil : ContentFault(path, "is \(count); expected 0 to \(most)")
    }
    if let content = value as? any CheckedContent {
      if let fault = content.contentFault { return ContentFault("\(path).\(fault.field)", fault.message) }
      if type(of: content).judgesItsValues { return nil }
    }
    let mirror = Swift.Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      // An optional's value and a dictionary's pairs have no name of their own.
      let name = child.label.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 } ?? "\(index)"
      let inner = mirror.displayStyle == .optional ? path : "\(path).\(name)"
      if let fault = fault(child.value, at: inner) { return fault }
    }
    return nil
  }
}

/// The field of a number that a type cannot hold, such as a fraction in place of a count. Foundation does not name it.
/// So the numbers are replaced by 0, more and more of them, until the JSON can be decoded.
struct NumberFault {
  private let bytes: [UInt8]
  private let numbers: [(range: Range<Int>, field: String)]

  /// The error for JSON that could not be decoded, with the field of a number where Foundation names none.
  ///
  /// - Parameter decodes: true if this JSON can be decoded.
  static func error(
    _ error: any Error, path: String, line: Int? = nil, json: Data, decodes: (Data) -> Bool
  ) -> FileError {
    let plain = FileError(error, path: path, line: line, json: json)
    guard plain.field == nil, let number = NumberFault([UInt8](json))?.number(decodes) else { return plain }
    return FileError(
      path: path, line: line, field: number.field, message: "is \(number.text), which is no whole number or too large")
  }

  /// The numbers of a JSON text; nil if it is not valid, or too deep.
  private init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    var numbers: [(range: Range<Int>, field: String)] = []
    let isValid = bytes.withUnsafeBytes { bytes in
      var (scanner, again) = (JSONScanner(bytes), JSONScanner(bytes))
      guard (try? scanner.skip(nil)) != nil, scanner.peek() == nil else { return false }
      return (try? Self.visit(&again, "", bytes, &numbers)) != nil
    }
    guard isValid else { return nil }
    self.numbers = numbers
  }

  /// The last number without whose replacement the JSON cannot be decoded; nil if the numbers are not the reason.
  private func number(_ decodes: (Data) -> Bool) -> (field: String, text: String)? {
    func isEnough(_ count: Int) -> Bool {
      var changed = Data(capacity: bytes.count)
      var end = 0
      for number in numbers.prefix(count) {
        changed.append(contentsOf: bytes[end..<number.range.lowerBound])
        changed.append(UInt8(ascii: "0"))
        end = number.range.upperBound
      }
      changed.append(contentsOf: bytes[end...])
      return decodes(changed)
    }
    var (few, enough) = (0, numbers.count)
    guard enough > 0, isEnough(enough) else { return nil }
    while enough - few > 1 {
      let middle = (few + enough) / 2
      if isEnough(middle) { enough = middle } else { few = middle }
    }
    let number = numbers[enough - 1]
    return (number.field, String(decoding: bytes[number.range].prefix(40), as: UTF8.self))
  }

  /// Notes the numbers of the next value.
  private static func visit(
    _ scanner: inout JSONScanner, _ field: String, _ bytes: UnsafeRawBufferPointer,
    _ numbers: inout [(range: Range<Int>, field: String)]
  ) throws(LineFault) {
    func inner(_ name: some StringProtocol) -> String { field.isEmpty ? String(name) : "\(field).\(name)" }
    if scanner.take(.openBrace) {
      guard !scanner.take(.closeBrace) else { return }
      repeat {
        let name = inner(try scanner.text(nil).prefix(80))
        try scanner.expect(.colon, "`:`", nil)
        try visit(&scanner, name, bytes, &numbers)
      } while try scanner.more(until: .closeBrace, nil)
    } else if scanner.take(.openBracket) {
      guard !scanner.take(.closeBracket) else { return }
      var element = 0
      repeat {
        try visit(&scanner, inner("\(element)"), bytes, &numbers)
        element += 1
      } while try scanner.more(until: .closeBracket, nil)
    } else {
      let isWord = "\"tfn".utf8.contains(scanner.peek() ?? 0)
      let start = scanner.index
      try scanner.skip(nil)
      // A whole number of up to 9 digits fits any type.
      let isPlain = scanner.index - start <= 9 && bytes[start..<scanner.index].allSatisfy { (0x30...0x39).contains($0) }
      if !isWord, !isPlain { numbers.append((start..<scanner.index, field)) }
    }
  }
}
