package import GazePipeline
package import GazeRecording

/// One pass through a recording, which turns its frames into `ReplayMoment`s.
package final class ReplayTake {
  private var reader: RecordingReader
  private var replay: Replay

  package init(reader: consuming RecordingReader, replay: Replay) {
    self.reader = reader
    self.replay = replay
  }

  package var header: RecordingHeader { reader.header }

  package var screen: SIMD2<Double> { replay.geometry.points }

  package var axes: LineOfSight.Axes { replay.axes }

  /// The next frame; nil after the last one.
  package func next() throws(FileError) -> ReplayMoment? {
    guard let frame = try reader.next() else { return nil }
    return replay.step(frame.observation)
  }

  /// The report on the frames so far; call it once.
  package func finish() -> Replay.Report { replay.finish() }
}

/// Counts a recording's frames and its duration, a few frames at a time while there is nothing else to do.
package final class ReplayCount {
  private var reader: RecordingReader
  private var timeline = ReplayTimeline()
  private var units = 0
  private var isDone = false

  package init(_ reader: consuming RecordingReader) { self.reader = reader }

  /// Number of frames and seconds; nil until the count is complete, and if the recording cannot be counted. The replay
  /// reports the error when it reaches the faulty frame.
  package private(set) var total: (units: Int, seconds: Double)?

  /// True if there are frames left to count.
  package var isCounting: Bool { !isDone }

  /// Counts some more frames.
  package func advance(_ frames: Int = 64) {
    guard !isDone else { return }
    do throws(FileError) {
      for _ in 0..<frames {
        guard let frame = try reader.next() else {
          (isDone, total) = (true, (units, timeline.seconds))
          return
        }
        units += 1
        _ = timeline.place(frame.observation.frame.time, of: frame.observation.participant)
      }
    } catch {
      isDone = true
    }
  }
}
