package import GazePipeline
package import GazeRecording

/// One way through a recording: frames in, moments out.
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

  /// The next frame, nil after the last one.
  package func next() throws(FileError) -> ReplayMoment? {
    guard let frame = try reader.next() else { return nil }
    return replay.step(frame.observation)
  }

  /// What came of the frames so far; to be asked once.
  package func finish() -> Replay.Report { replay.finish() }
}

/// Counts a recording's frames and its time, a few at once while there is nothing else to do.
package final class ReplayCount {
  private var reader: RecordingReader
  private var timeline = ReplayTimeline()
  private var units = 0
  private var isDone = false

  package init(_ reader: consuming RecordingReader) { self.reader = reader }

  /// Frames and seconds, nil while they are not counted to the end, or cannot be: what is wrong is said when the replay
  /// comes to it.
  package private(set) var total: (units: Int, seconds: Double)?

  /// True while there is something left to count.
  package var isCounting: Bool { !isDone }

  /// Counts some more.
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
