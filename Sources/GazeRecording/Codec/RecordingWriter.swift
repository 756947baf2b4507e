import GazePipeline

/// A JSON Lines recording being written; it appears at its path with `close()`, whole or not at all.
public struct RecordingWriter: ~Copyable {
  private var file: OutputFile
  private var line: [UInt8] = []

  /// Starts a recording at `path`, or on standard output for `-`, with its header.
  public init(path: String, force: Bool = false, header: RecordingHeader) throws(FileError) {
    var file = try OutputFile(path: path, force: force)
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    try file.write(line)
    self.file = file
  }

  /// Appends a frame.
  ///
  /// - Throws: where its time is not finite or its participant's number cannot be read back.
  public mutating func write(_ frame: RecordedFrame) throws(FileError) {
    guard frame.observation.frame.time.isFinite else {
      throw FileError(path: file.path, field: "t", message: "expected a finite time in every frame")
    }
    guard FrameDecoder.participants.contains(frame.observation.participant) else {
      let message = "expected 0 to \(FrameDecoder.participants.upperBound), found \(frame.observation.participant)"
      throw FileError(path: file.path, field: "participant", message: message)
    }
    line.removeAll(keepingCapacity: true)
    RecordingEncoder.append(frame, into: &line)
    try file.write(line)
  }

  /// Appends lines that `RecordingEncoder` made.
  public mutating func write(_ lines: [UInt8]) throws(FileError) { try file.write(lines) }

  /// Puts the recording in its place.
  public mutating func close() throws(FileError) { try file.commit() }
}
