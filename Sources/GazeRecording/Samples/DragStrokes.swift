internal import GazePipeline

/// Checks that a drag recording's strokes are complete: each stroke begins once, then moves, then ends or is cancelled.
///
/// Takes in a recording's samples in order; call `finish()` after the last one. Frames without a touch may occur
/// anywhere. Memory use grows only with the number of participants.
public struct DragStrokes: SampleOrder {
  /// Time at which each participant's unfinished stroke began, seconds.
  private var open: [Int: Double] = [:]

  /// A check before the first sample.
  public init() {}

  /// Takes in a sample.
  ///
  /// - Throws: `SampleError` if a stroke begins within another one, or moves or ends without having begun.
  public mutating func check(_ sample: RecordedDrag) throws(SampleError) {
    let (participant, time) = (sample.participant, sample.time)
    switch sample.observation.phase {
    case nil: break
    case .began:
      if let since = open[participant] {
        throw SampleError(
          "phase",
          "a stroke of participant \(participant) begins at \(time) s while the one from \(since) s has no end; "
            + "expected \"ended\" or \"cancelled\" before it: record the end of every touch")
      }
      open[participant] = time
    case .moved:
      guard open[participant] != nil else { throw Self.withoutStart(participant, time, "moves") }
    case .ended, .cancelled:
      guard open.removeValue(forKey: participant) != nil else { throw Self.withoutStart(participant, time, "ends") }
    }
  }

  /// Finishes the check after the last sample.
  ///
  /// - Throws: `SampleError` if a stroke has no end.
  public func finish() throws(SampleError) {
    guard let (participant, since) = open.min(by: { $0.key < $1.key }) else { return }
    throw SampleError(
      "phase",
      "the stroke of participant \(participant) that began at \(since) s has no end; "
        + "expected \"ended\" or \"cancelled\": record one when the recording stops")
  }

  private static func withoutStart(_ participant: Int, _ time: Double, _ verb: String) -> SampleError {
    SampleError(
      "phase",
      "a stroke of participant \(participant) \(verb) at \(time) s although it has not begun; "
        + "expected \"began\" first: record the touch that starts it")
  }
}
