package import GazeRecording

/// One pass through a recording, which turns its frames into `ReplayMoment`s.
package final class ReplayTake {
  private var reader: RecordingReader
  private var replay: Replay

  package init(reader: consuming RecordingReader, replay: Replay) {
    self.reader = reader
    self.replay = replay
  }

  /// The next frame; nil after the last one.
  package func next() throws(FileError) -> ReplayMoment? {
    guard let frame = try reader.next() else { return nil }
    return replay.step(frame.observation)
  }

  /// The report on the frames so far; call it once.
  package func finish() -> Replay.Report { replay.finish() }
}
