private import CZlib

/// Decompresses gzip data as they arrive, one member at a time (RFC 1952). Memory use is 32 KiB of history, whatever
/// the size of the data.
struct GzipInflater: ~Copyable {
  struct Step {
    var consumed: Int
    var produced: Int
    var outcome: Outcome
  }

  enum Outcome {
    /// All input is used up, or the output is full.
    case more
    /// A member is complete; another member, padding or nothing follows.
    case memberEnd
    /// The data are damaged; the text is zlib's description of the fault.
    case damaged(String)
  }

  // zlib keeps the address of the stream, so the stream must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var state: Int32

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    state = czlib_gunzip_init(stream)
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  mutating func inflate(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> Step {
    guard state == Z_OK else { return Step(consumed: 0, produced: 0, outcome: .damaged("out of memory")) }
    let (given, room) = (min(input.count, 1 << 30), min(output.count, 1 << 30))
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.pointee.avail_in = UInt32(given)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = UInt32(room)
    let code = CZlib.inflate(stream, Z_NO_FLUSH)
    let (consumed, produced) = (given - Int(stream.pointee.avail_in), room - Int(stream.pointee.avail_out))
    let outcome: Outcome =
      switch code {
      // Z_BUF_ERROR means that the call could make no progress, which is not a fault.
      case Z_OK, Z_BUF_ERROR: .more
      case Z_STREAM_END: .memberEnd
      default: .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib's code \(code)")
      }
    return Step(consumed: consumed, produced: produced, outcome: outcome)
  }

  mutating func reset() { state = inflateReset(stream) }
}

/// Compresses bytes to gzip as they arrive, as one member without name or time, so that equal input always gives equal
/// output.
struct GzipDeflater: ~Copyable {
  private let stream: UnsafeMutablePointer<z_stream>
  private var isReady: Bool
  private let room: UnsafeMutableRawBufferPointer

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Compared with level 1, level 6 has a third of the speed and makes files a tenth smaller.
    isReady = czlib_gzip_init(stream, 6) == Z_OK
    room = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    room.deallocate()
  }

  /// Compresses `input` and passes the result to `send`; with `isLast`, also ends the gzip member. Returns false if
  /// zlib runs out of memory.
  mutating func deflate(
    _ input: UnsafeRawBufferPointer, isLast: Bool, _ send: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) -> Bool {
    guard isReady else { return false }
    var rest = input
    repeat {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
      stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress?.assumingMemoryBound(to: Bytef.self))
      stream.pointee.avail_in = UInt32(piece.count)
      let flush = isLast && rest.isEmpty ? Z_FINISH : Z_NO_FLUSH
      var produced = 0
      repeat {
        stream.pointee.next_out = room.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = UInt32(room.count)
        guard CZlib.deflate(stream, flush) != Z_STREAM_ERROR else { return false }
        produced = room.count - Int(stream.pointee.avail_out)
        try send(UnsafeRawBufferPointer(rebasing: room[..<produced]))
      } while produced == room.count
    } while !rest.isEmpty
    return true
  }
}
