/// The frames of a JSON Lines recording, a line at a time.
struct JSONLinesFrames: ~Copyable {
  private var source: LineSource

  /// The header was the source's last line.
  init(_ source: consuming LineSource) { self.source = source }

  /// The next frame, nil after the last one. Empty lines are skipped.
  mutating func next() throws(FileError) -> RecordedFrame? {
    while let line = try source.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(LineFault) { return try FrameDecoder.frame(line) } catch { throw fault(error) }
    }
    return nil
  }

  /// The fault with the number of the line given last.
  func fault(_ fault: LineFault) -> FileError {
    let cut = "the file ends in the middle of this line; delete the line or copy the file again ("
    let message = source.isUnterminated ? cut + fault.message + ")" : fault.message
    return FileError(path: source.name, line: source.line, field: fault.field, message: message)
  }
}
