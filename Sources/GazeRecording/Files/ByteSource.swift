import PortableFoundation

/// Bytes of a file, of standard input (`-`) or in memory, one chunk at a time. Gzip is recognised by its first two
/// bytes (1F 8B) and decompressed on the way.
///
/// Memory use is 64 KiB plus zlib's window, whatever the file's size, so a small gzip file that expands to a large text
/// costs time but no memory. Several gzip members in a row, as `cat a.gz b.gz` makes them, are one text; zeros after
/// the last member are padding.
package struct ByteSource: ~Copyable {
  package let name: String
  /// File descriptor; -1 if the input buffer holds everything.
  private let descriptor: Int32
  /// Bytes that were read but not yet returned or decompressed. For a file that is not compressed, only the beginning
  /// passes through this buffer.
  private let input: UnsafeMutableRawBufferPointer
  private var start = 0
  private var end = 0
  private var isInputAtEnd = false
  private var state = State.unknown
  private var inflater: GzipInflater?
  /// Bytes that `peek` has decompressed ahead.
  private var ahead: [UInt8] = []

  private enum State {
    case unknown, plain, member, betweenMembers, ended
  }

  /// Opens a file.
  ///
  /// - Parameter inflates: false returns the bytes of gzip as they are.
  package init(path: String, inflates: Bool = true) throws(FileError) {
    name = path == "-" ? "standard input" : path
    guard !path.utf8.contains(0), !path.isEmpty else {
      throw FileError(path: path, message: "cannot read: expected a file name")
    }
    let opened = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw .system(errno, "read", path: path) }
    descriptor = opened
    input = .allocate(byteCount: 1 << 16, alignment: 16)
    if !inflates { state = .plain }
  }

  package init(bytes: [UInt8], name: String) {
    self.name = name
    descriptor = -1
    input = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
    input.copyBytes(from: bytes)
    end = bytes.count
    isInputAtEnd = true
  }

  deinit {
    input.deallocate()
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// True if the file is gzip; known after the first `peek` or `read`.
  package var isCompressed: Bool { inflater != nil }

  /// The next `count` bytes, or fewer at the file's end, without consuming them.
  package mutating func peek(_ count: Int) throws(FileError) -> [UInt8] {
    while ahead.count < count {
      var chunk = [UInt8](repeating: 0, count: count - ahead.count)
      let read = try chunk.withMutableBytes { room throws(FileError) in try take(into: room) }
      if read == 0 { break }
      ahead += chunk.prefix(read)
    }
    return Array(ahead.prefix(count))
  }

  /// The next `count` bytes, or fewer at the file's end.
  package mutating func read(_ count: Int) throws(FileError) -> [UInt8] {
    let bytes = try peek(count)
    ahead.removeFirst(bytes.count)
    return bytes
  }

  /// Reads bytes into `room` from its start; returns the number of bytes, which is 0 only at the file's end.
  ///
  /// - Throws: if the system cannot read, or the compressed data are damaged or cut off.
  package mutating func read(into room: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !ahead.isEmpty else { return try take(into: room) }
    let count = min(ahead.count, room.count)
    room.copyBytes(from: ahead.prefix(count))
    ahead.removeFirst(count)
    return count
  }

  private mutating func take(into room: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    guard !room.isEmpty else { return 0 }
    if state == .unknown {
      try fill(atLeast: 2)
      state = beginsMember ? .member : .plain
      if state == .member { inflater = GzipInflater() }
    }
    switch state {
    case .plain:
      guard start == end else {
        let count = min(end - start, room.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[start..<start + count]))
        start += count
        return count
      }
      return isInputAtEnd ? 0 : try system(room)
    case .ended: return 0
    case .member, .betweenMembers, .unknown: return try inflate(into: room)
    }
  }

  private var beginsMember: Bool { end - start >= 2 && input[start] == 0x1F && input[start + 1] == 0x8B }

  private mutating func inflate(into room: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      if state == .betweenMembers, try !beginMember() { return 0 }
      if start == end { try fill(atLeast: 1) }
      let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[start..<end])
      guard let step = inflater?.inflate(rest, into: room) else { return 0 }
      start += step.consumed
      switch step.outcome {
      case .memberEnd: state = .betweenMembers
      case .damaged(let reason) where step.produced == 0:
        throw FileError(
          path: name, message: "is damaged: its data cannot be decompressed (\(reason)); copy the file again")
      case .more where step.produced == 0 && start == end && isInputAtEnd:
        throw FileError(path: name, message: "is cut off in the middle of its compressed data; copy the file again")
      case .more, .damaged: break
      }
      if step.produced > 0 { return step.produced }
    }
  }

  /// Call this after the end of a gzip member. Returns true if another member begins.
  private mutating func beginMember() throws(FileError) -> Bool {
    try fill(atLeast: 2)
    if beginsMember {
      inflater?.reset()
      state = .member
      return true
    }
    while start < end {
      guard input[start..<end].allSatisfy({ $0 == 0 }) else {
        throw FileError(
          path: name, message: "continues with other data after its compressed data; copy the file again")
      }
      start = end
      try fill(atLeast: 1)
    }
    state = .ended
    return false
  }

  /// Reads until `count` bytes are in the input buffer or the file ends.
  private mutating func fill(atLeast count: Int) throws(FileError) {
    guard end - start < count, !isInputAtEnd, let base = input.baseAddress else { return }
    memmove(base, base + start, end - start)
    (start, end) = (0, end - start)
    while end < count, !isInputAtEnd {
      end += try system(UnsafeMutableRawBufferPointer(rebasing: input[end...]))
    }
  }

  private mutating func system(_ room: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = PortableFoundation.read(descriptor, room.baseAddress, room.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno, "read", path: name) }
      isInputAtEnd = count == 0
      return count
    }
  }
}

// The standard library's `withUnsafeBytes` does not pass on the type of a closure's error.
extension [UInt8] {
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }

  mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutableBufferPointer { bytes throws(Failure) in try body(UnsafeMutableRawBufferPointer(bytes)) }
  }
}
