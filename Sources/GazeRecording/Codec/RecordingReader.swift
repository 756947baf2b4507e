/// A JSON Lines recording, read a frame at a time: memory stays flat however long it is.
///
///     var reader = try RecordingReader(path: "a.jsonl")
///     while let frame = try reader.next() { … }
public struct RecordingReader: ~Copyable {
  /// The recording's first line.
  public let header: RecordingHeader
  private var source: LineSource

  /// Opens a file, or standard input for `-`, and reads its header.
  public init(path: String) throws(FileError) {
    try self.init(LineSource(path: path))
  }

  /// A recording held in memory; errors call it `name`.
  public init(bytes: [UInt8], name: String) throws(FileError) {
    try self.init(LineSource(bytes: bytes, name: name))
  }

  private init(_ source: consuming LineSource) throws(FileError) {
    var source = source
    guard let line = try source.next(limit: HeaderDecoder.lineLimit) else {
      throw FileError(path: source.name, message: "is empty; expected a gazesim recording")
    }
    header = try HeaderDecoder.header(line, path: source.name)
    self.source = source
  }

  /// The next frame, nil after the last one. Empty lines are skipped.
  ///
  /// - Throws: where a line is no frame, is cut off, or belongs to a participant that the header does not count.
  public mutating func next() throws(FileError) -> RecordedFrame? {
    while let line = try source.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(LineFault) {
        let frame = try FrameDecoder.frame(line)
        let participant = frame.observation.participant
        guard participant < header.participants else {
          let message = "\(participant) is not below the header's number of participants, \(header.participants)"
          throw LineFault(field: "participant", message: message)
        }
        return frame
      } catch {
        let cut = "the file ends in the middle of this line; delete the line or copy the file again ("
        let message = source.isUnterminated ? cut + error.message + ")" : error.message
        throw FileError(path: source.name, line: source.line, field: error.field, message: message)
      }
    }
    return nil
  }

  /// Calls `body` with every frame that is left.
  public mutating func forEach(_ body: (RecordedFrame) throws -> Void) throws {
    while let frame = try next() { try body(frame) }
  }

  /// What a calibration may see of every frame that is left: all but the truth.
  public mutating func observations() throws(FileError) -> [Observation] {
    var all: [Observation] = []
    while let frame = try next() { all.append(frame.observation) }
    return all
  }
}
