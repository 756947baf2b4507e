package import PortableFoundation

/// Lines of a file, one at a time, read in chunks into one reused buffer, so that memory use does not grow with the
/// file.
///
/// A line ends at `\n`; a `\r` before it and a byte-order mark at the file's start are removed. `-` is standard input.
/// Gzip is decompressed on the way (`ByteSource`).
package struct LineSource: ~Copyable {
  /// Longest line of a recording or table, bytes: 1 MiB.
  package static let lineLimit = 1 << 20

  package var name: String { source.name }
  /// Number of the line returned last, 1-based.
  package private(set) var line = 0
  /// True if the line returned last had no line end; the file may have been cut off there.
  private(set) var isUnterminated = false
  private var source: ByteSource
  private var buffer: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isAtEnd = false

  package init(path: String) throws(FileError) { self.init(try ByteSource(path: path)) }

  init(bytes: [UInt8], name: String) { self.init(ByteSource(bytes: bytes, name: name)) }

  init(_ source: consuming ByteSource) {
    self.source = source
    buffer = .allocate(byteCount: 1 << 17, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The next line without its end, valid until the next call; nil at the file's end.
  ///
  /// - Throws: if the line is longer than `limit` bytes or the system cannot read.
  package mutating func next(limit: Int = lineLimit) throws(FileError) -> UnsafeRawBufferPointer? {
    var searched = 0
    while true {
      if start + searched < end, let base = buffer.baseAddress,
        let found = memchr(base + start + searched, 0x0A, end - start - searched)
      {
        let lineEnd = base.distance(to: found)
        return try give(upTo: lineEnd, resumeAt: lineEnd + 1, limit: limit)
      }
      searched = end - start
      guard searched <= limit else { throw tooLong(limit) }
      if isAtEnd {
        guard searched > 0 else { return nil }
        isUnterminated = true
        return try give(upTo: end, resumeAt: end, limit: limit)
      }
      try fill()
    }
  }

  /// The next line that is neither blank nor a comment, as `next()`; nil at the file's end.
  ///
  /// - Parameters:
  ///   - blank: a further byte of which blank lines may consist, beside space, tab and carriage return.
  ///   - comment: the byte with which a comment begins.
  /// - Throws: also for more than a million such lines in a row.
  package mutating func nextFilled(
    blank: UInt8 = 0x20, comment: UInt8? = nil
  ) throws(FileError) -> UnsafeRawBufferPointer? {
    let before = line
    while let bytes = try next() {
      let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == blank }
      guard isBlank || comment != nil && bytes.first == comment else { return bytes }
      // No writer makes so many, and a small gzip file could hold minutes of them. Assumed.
      guard line - before <= 1_000_000 else {
        throw FileError(
          path: name, line: before + 1, message: "begins a run of more than a million lines without data; remove them")
      }
    }
    return nil
  }

  /// The error for a fault in the line that was returned last, with its number. If that line has no line end and
  /// `mayBeCut` is true, the message says that the file may be cut off.
  package func fault(_ fault: LineFault, mayBeCut: Bool) -> FileError {
    let cut = "the file ends in the middle of this line; delete the line or copy the file again ("
    let message = isUnterminated && mayBeCut ? cut + fault.message + ")" : fault.message
    return FileError(path: name, line: line, field: fault.field, message: message)
  }

  /// All remaining bytes, which may be at most `limit`.
  mutating func rest(limit: Int) throws(FileError) -> [UInt8] {
    while !isAtEnd, end - start <= limit { try fill() }
    guard end - start <= limit else {
      throw FileError(path: name, message: "is larger than \(limit >> 20) MiB; this is not the kind of file expected")
    }
    defer { start = end }
    return Array(buffer[start..<end])
  }

  private mutating func give(upTo lineEnd: Int, resumeAt: Int, limit: Int) throws(FileError) -> UnsafeRawBufferPointer {
    guard lineEnd - start <= limit else { throw tooLong(limit) }
    line += 1
    var bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<lineEnd])
    start = resumeAt
    if bytes.last == 0x0D { bytes = UnsafeRawBufferPointer(rebasing: bytes.dropLast()) }
    if line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3))
    }
    return bytes
  }

  private func tooLong(_ limit: Int) -> FileError {
    FileError(
      path: name, line: line + 1,
      message: "is longer than \(limit >> 20) MiB; this is not the kind of file expected")
  }

  /// Reads more bytes after the remaining ones, which move to the front or into a larger buffer.
  private mutating func fill() throws(FileError) {
    if start > 0, let base = buffer.baseAddress {
      memmove(base, base + start, end - start)
      (start, end) = (0, end - start)
    }
    if end == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    end += count
    isAtEnd = count == 0
  }
}

/// Reads a small file at once.
package enum FileContents {
  /// The bytes of the whole file, which may have at most `limit` bytes.
  ///
  /// - Throws: if the file does not exist, is a folder, may not be read or is larger than `limit`.
  package static func read(_ path: String, limit: Int) throws(FileError) -> Data {
    var source = try LineSource(path: path)
    return Data(try source.rest(limit: limit))
  }

  /// The content of a JSON file of at most 1 MiB.
  package static func decoded<Value: Decodable>(_ path: String) throws(FileError) -> Value {
    let data = try read(path, limit: 1 << 20)
    do { return try JSONDecoder().decode(Value.self, from: data) } catch {
      throw FileError(error, path: path, json: data)
    }
  }
}
