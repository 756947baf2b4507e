import PortableFoundation

/// The part of a header's line that is decoded: its known keys, with their values counted before.
///
/// `JSONDecoder` builds every value of a text, also those that nobody asks it for: a line of 60 MB of short values
/// would take it a minute and more than a gigabyte.
struct HeaderKeys {
  /// Most values of a key whose size does not grow with the number of people. Assumed: the boxes of a page's lines, the
  /// largest of them, are at most 50,000 values.
  private static let most = 100_000
  /// Keys with values for each person; the header's length limits them.
  private static let personal: Set = ["truth", "pages"]

  /// Names of the known keys.
  let known: Set<String>

  /// The known keys of an object in one line, as JSON.
  ///
  /// - Throws: for a text that is no JSON, and for a key that has too many values.
  func part(of line: UnsafeRawBufferPointer) throws(LineFault) -> Data {
    var (scanner, kept) = (JSONScanner(line), Data())
    try scanner.expect(UInt8(ascii: "{"), "an object", nil)
    if !scanner.take(UInt8(ascii: "}")) {
      repeat {
        let key = try scanner.text(nil)
        try scanner.expect(UInt8(ascii: ":"), "`:`", nil)
        let start = scanner.index
        try scanner.skip(nil)
        guard known.contains(key) else { continue }
        let value = UnsafeRawBufferPointer(rebasing: line[start..<scanner.index])
        guard Self.personal.contains(key) || !Self.isLong(value) else {
          throw LineFault(field: key, message: "holds more than \(Self.most) values; leave out what is not needed")
        }
        kept += "\(kept.isEmpty ? "" : ",")\"\(key)\":".utf8
        kept += value
      } while try scanner.more(until: UInt8(ascii: "}"), nil)
    }
    guard scanner.peek() == nil else {
      throw LineFault(message: "expected the end of the line, found \(scanner.found())")
    }
    return Data("{".utf8) + kept + Data("}".utf8)
  }

  /// True if a value consists of more than `most` values.
  private static func isLong(_ value: UnsafeRawBufferPointer) -> Bool {
    guard value.count > most else { return false }
    // Commas in texts count, too; a header's texts are short.
    return value.lazy.filter { $0 == UInt8(ascii: ",") }.count >= most
  }
}
