import GazeRecording
import PortableFoundation

/// The field of a number that a type cannot hold, such as a fraction in place of a count. Foundation does not name it.
/// So the numbers are replaced by 0, more and more of them, until the JSON can be decoded.
struct NumberFault {
  private let bytes: [UInt8]
  private var numbers: [(range: Range<Int>, field: String)] = []

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
    let isValid = bytes.withUnsafeBytes { bytes in
      var scanner = JSONScanner(bytes)
      return (try? scanner.skip(nil)) != nil && scanner.peek() == nil
    }
    guard isValid else { return nil }
    var index = 0
    visit(&index, "")
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

  /// Notes the numbers of the value at `index`, which is valid JSON.
  private mutating func visit(_ index: inout Int, _ field: String) {
    skipSpace(&index)
    guard index < bytes.count else { return }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = bytes[index] == UInt8(ascii: "{")
      var element = 0
      index += 1
      while index < bytes.count {
        skipSpace(&index)
        guard index < bytes.count, bytes[index] != UInt8(ascii: "}"), bytes[index] != UInt8(ascii: "]") else { break }
        if bytes[index] == UInt8(ascii: ",") {
          index += 1
          continue
        }
        var name = "\(element)"
        if isObject {
          name = String(decoding: bytes[string(&index)].dropFirst().dropLast().prefix(80), as: UTF8.self)
          skipSpace(&index)
          index += 1
        }
        visit(&index, field.isEmpty ? name : "\(field).\(name)")
        element += 1
      }
      index += 1
    case UInt8(ascii: "\""): _ = string(&index)
    default:
      let start = index
      let ends = Array(",]} \t\r\n".utf8)
      while index < bytes.count, !ends.contains(bytes[index]) { index += 1 }
      // A whole number of up to 9 digits fits any type.
      let isPlain = index - start <= 9 && bytes[start..<index].allSatisfy { (0x30...0x39).contains($0) }
      let isWord = [UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n")].contains(bytes[start])
      if !isPlain, !isWord { numbers.append((start..<index, field)) }
    }
  }

  private func skipSpace(_ index: inout Int) {
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// The place of the string at `index`, with its quotation marks.
  private func string(_ index: inout Int) -> Range<Int> {
    let start = index
    index += 1
    let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    while index < bytes.count, bytes[index] != quote { index += bytes[index] == escape ? 2 : 1 }
    index = min(index + 1, bytes.count)
    return start..<index
  }
}
