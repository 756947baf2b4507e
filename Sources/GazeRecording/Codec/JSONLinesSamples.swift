/// The samples of a JSON Lines recording, a line at a time.
struct JSONLinesSamples<Codec: SampleCodec>: ~Copyable {
  private var source: LineSource
  private var decoder: Codec.Line
  /// The file ended in the middle of a sample.
  private(set) var isCutOff = false

  /// The header was the source's last line.
  init(_ source: consuming LineSource, _ codec: Codec) {
    self.source = source
    decoder = codec.line()
  }

  /// The next sample, nil after the last whole one. Empty lines are skipped.
  mutating func next() throws(FileError) -> Codec.Sample? {
    while let line = try source.next() {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
      do throws(LineFault) { return try decoder.sample(line) } catch {
        guard source.isUnterminated, CutLine.isCut(line) else { throw fault(error) }
        isCutOff = true
        CutOffRecordings.heard?.add(source.name, line: source.line)
        return nil
      }
    }
    return nil
  }

  /// The fault with the number of the line given last.
  func fault(_ fault: LineFault) -> FileError {
    FileError(path: source.name, line: source.line, field: fault.field, message: fault.message)
  }
}
