import GazeRecording
private import PortableFoundation

/// JSON text that is read from a file in chunks: only one value at a time is in memory, so memory use does not grow
/// with the file.
///
/// Values are returned as raw bytes for `JSONScanner`, which checks their text; this type checks brackets and quotes
/// only.
struct JSONStream: ~Copyable {
  /// Maximum length of a value, bytes: 1 MiB.
  static let valueLimit = 1 << 20
  private static let deepest = 64

  /// Line of the next byte, 1-based.
  private(set) var line = 1
  /// Line at which the last value begins.
  private(set) var valueLine = 1
  private var source: ByteSource
  private let buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  /// Opens a file; a byte-order mark is skipped.
  init(path: String) throws(FileError) {
    var opened = try ByteSource(path: path)
    if try opened.peek(3) == [0xEF, 0xBB, 0xBF] { _ = try opened.read(3) }
    source = opened
    // The buffer has room for a value of maximum length and one more chunk.
    buffer = .allocate(byteCount: Self.valueLimit + 1 << 16, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Name of the file in errors.
  var name: String { source.name }

  /// Error in the last value.
  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: valueLine, field: fault.field, message: fault.message)
  }

  /// Error at the present line.
  func fault(_ message: String) -> FileError {
    FileError(path: source.name, line: line, message: message)
  }

  // MARK: Punctuation

  /// Returns the next byte that is not JSON's white space, without consuming it; nil at the end.
  ///
  /// - Throws: also for more white space than a value may have bytes, since a stream of blanks need not end.
  mutating func peek() throws(FileError) -> UInt8? {
    var blanks = 0
    while true {
      let first = start
      while start < end {
        let byte = buffer[start]
        guard Self.isWhiteSpace(byte) else { return byte }
        if byte == 0x0A { line += 1 }
        start += 1
      }
      blanks += start - first
      guard blanks <= Self.valueLimit else { throw fault("expected a value, found \(blanks) bytes of white space") }
      guard try fill() else { return nil }
    }
  }

  /// True for the four bytes of white space in JSON. A file of zeros, such as `/dev/zero`, has none.
  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Consumes `byte` if it comes next.
  mutating func take(_ byte: UInt8) throws(FileError) -> Bool {
    guard try peek() == byte else { return false }
    start += 1
    return true
  }

  /// Consumes `byte`, or throws an error that names the byte found instead.
  mutating func expect(_ byte: UInt8, _ what: String) throws(FileError) {
    guard try take(byte) else { throw fault("expected \(what), found \(try found())") }
  }

  /// Call this after a value in an object or a list. Returns true if another value follows, and false at `end`;
  /// consumes the comma or `end`.
  mutating func more(until end: UInt8) throws(FileError) -> Bool {
    if try take(.comma) { return true }
    if try take(end) { return false }
    throw fault("expected `,` or `\(Character(UnicodeScalar(end)))`, found \(try found())")
  }

  /// Returns a short printable description of the next byte.
  mutating func found() throws(FileError) -> String {
    guard let byte = try peek() else { return "the end of the file" }
    return (0x21..<0x7F).contains(byte) ? "`\(Character(UnicodeScalar(byte)))`" : "a byte that is not JSON"
  }

  /// Reads an object. `body` reads the value of each key; reading stops when `body` returns false.
  mutating func object(
    _ expected: String, _ body: (String, inout JSONStream) throws(FileError) -> Bool
  ) throws(FileError) {
    try expect(.openBrace, expected)
    if try take(.closeBrace) { return }
    repeat {
      guard try body(try key(), &self) else { return }
    } while try more(until: .closeBrace)
  }

  /// Reads a list; `body` reads each element.
  mutating func list(_ body: (inout JSONStream) throws(FileError) -> Void) throws(FileError) {
    try expect(.openBracket, "a list")
    if try take(.closeBracket) { return }
    repeat { try body(&self) } while try more(until: .closeBracket)
  }

  // MARK: Values

  /// Reads a key and its colon.
  mutating func key() throws(FileError) -> String {
    guard try peek() == .quote else { throw fault("expected a key in quotes, found \(try found())") }
    let bytes = try value()
    var scanner = JSONScanner(bytes)
    let text: String
    do throws(LineFault) { text = try scanner.text(nil) } catch { throw fault(error.message) }
    try expect(.colon, "`:` after a key")
    return text
  }

  /// Returns the bytes of the next value, valid until the next call.
  ///
  /// - Throws: if the value is longer than `valueLimit` or the file ends within it.
  mutating func value() throws(FileError) -> UnsafeRawBufferPointer {
    let length = try scan(keeps: true)
    defer { start += length }
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + length])
  }

  /// Reads the next value with a scanner, and adds the file and the line to its errors.
  mutating func value<Value>(
    _ read: (inout JSONScanner) throws(LineFault) -> Value
  ) throws(FileError) -> Value {
    var scanner = JSONScanner(try value())
    do throws(LineFault) { return try read(&scanner) } catch { throw fault(error) }
  }

  /// Skips the next value, of any length.
  mutating func skip() throws(FileError) { start += try scan(keeps: false) }

  /// Returns the length of the next value; unless `keeps` is true, the bytes of the value are dropped.
  private mutating func scan(keeps: Bool) throws(FileError) -> Int {
    guard try peek() != nil else { throw fault("expected a value, found the end of the file") }
    valueLine = line
    var index = start
    var (depth, isString, isEscaped) = (0, false, false)
    let isPlain = !"{[\"".utf8.contains(buffer[start])
    while true {
      while index < end {
        let byte = buffer[index]
        if isString {
          if isEscaped {
            isEscaped = false
          } else if byte == .backslash {
            isEscaped = true
          } else if byte == .quote {
            isString = false
            if depth == 0 { return index + 1 - start }
          } else if byte == 0x0A {
            line += 1
          } else if byte == 0 {
            throw fault("a string contains a byte of value 0; this is not the kind of file expected")
          }
          index += 1
          continue
        }
        if isPlain, byte <= 0x20 || ",:]}".utf8.contains(byte) {
          guard index > start else { throw fault("expected a value, found \(try found())") }
          return index - start
        }
        switch byte {
        case .quote: isString = true
        case .openBrace, .openBracket:
          depth += 1
          guard depth <= Self.deepest else { throw fault("is nested deeper than \(Self.deepest) levels") }
        case .closeBrace, .closeBracket:
          depth -= 1
          if depth == 0 { return index + 1 - start }
        case 0...0x20:
          if byte == 0x0A { line += 1 }
          // An endless file of other bytes would be skipped without end.
          guard Self.isWhiteSpace(byte) else {
            start = index
            throw fault("expected JSON, found \(try found())")
          }
        default: break
        }
        index += 1
      }
      guard index - start <= Self.valueLimit || !keeps else {
        throw fault("a value is longer than \(Self.valueLimit >> 20) MiB; this is not the kind of file expected")
      }
      if !keeps { start = index }
      let waiting = index - start
      guard try fill() else {
        guard isPlain, waiting > 0 || !keeps else {
          throw fault("the file ends in the middle of a value; copy it again")
        }
        return waiting
      }
      index = start + waiting
    }
  }

  /// Moves the unread bytes to the front and reads more after them; false at the end of the file.
  @discardableResult
  private mutating func fill() throws(FileError) -> Bool {
    guard !isAtEnd, let base = buffer.baseAddress else { return false }
    if start > 0 {
      memmove(base, base + start, end - start)
      (start, end) = (0, end - start)
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[end..<min(end + 1 << 16, buffer.count)])
    let count = try source.read(into: room)
    isAtEnd = count == 0
    end += count
    return count > 0
  }
}

extension JSONScanner {
  /// Reads an object; `body` reads the value of each key.
  ///
  /// - Parameter field: the name of the object in errors.
  mutating func object(
    _ expected: String, _ field: String?, _ body: (String, inout JSONScanner) throws(LineFault) -> Void
  ) throws(LineFault) {
    try expect(.openBrace, expected, field)
    if take(.closeBrace) { return }
    repeat {
      let key = try text(field)
      try expect(.colon, "`:` after a key", field)
      try body(key, &self)
    } while try more(until: .closeBrace, field)
  }
}
