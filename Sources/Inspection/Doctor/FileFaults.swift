import GazePipeline
package import GazeRecording

/// Faults of a recording's file, in sentences: of its end, its times, its people and its numbers. `record-info` and
/// `doctor` name the same ones.
package enum FileFaults {
  /// Faults that a recording of any rig can have.
  package static func any(_ header: RecordingHeader, _ counts: FrameQuality) -> [String] {
    let (row, people) = (header.row, NumberText.count(header.participants, "participant"))
    return [
      counts.frames == 0 ? "holds no \(row)" : nil,
      counts.runsBack > 0
        ? "time runs back \(NumberText.times(counts.runsBack)): commands that need durations refuse the recording; "
          + "sort the \(row)s by time" : nil,
      counts.sameTime > 0
        ? "\(NumberText.count(counts.sameTime, row)) at the same time as the \(row) before" : nil,
      counts.rate.flatMap { rate in
        abs(rate - header.rate) > 0.05 * header.rate
          ? "\(row)s come at \(NumberText.fixed(rate, 2)) Hz, the header says \(NumberText.fixed(header.rate, 2)) Hz"
          : nil
      },
      counts.frames > 0 && counts.people < header.participants
        ? "\(counts.people) of the header's \(people) have \(row)s" : nil,
    ].compactMap(\.self)
  }

  /// The fault of a file that ends in the middle of a row.
  package static func cutOff(_ header: RecordingHeader) -> String {
    "ends in the middle of a \(header.row), as happens when the app is killed: the \(header.row)s before it are whole"
  }
}

/// Faults that only frames of gaze can have, and the counts of all frames.
package struct GazeFileFaults: Sendable {
  private var audit = FrameAudit()
  private var lids = 0

  /// No frames.
  package init() {}

  /// Takes in a frame.
  package mutating func step(_ frame: RecordedFrame) {
    audit.step(frame.observation, hasTruth: frame.truth != nil)
    let blink = frame.observation.frame.blink
    if blink.min() < -0.01 || blink.max() > 1.01 { lids += 1 }
  }

  /// The counts so far.
  package func quality(rate: Double) -> FrameQuality { audit.finish(rate: rate) }

  /// The faults so far.
  package func found(_ quality: FrameQuality) -> [String] {
    [
      quality.unusableFrames > 0
        ? "\(NumberText.count(quality.unusableFrames, "frame")) with a face whose pose is not a rigid transform, or "
          + "both of whose eyes' poses are not" : nil,
      lids > 0 ? "\(NumberText.count(lids, "frame")) with lid values outside of 0 (open) to 1 (closed)" : nil,
      audit.transposed > 0
        ? "\(NumberText.count(audit.transposed, "matrix", "matrices")) with the translation at the place of row-major "
          + "order: write them column-major" : nil,
    ].compactMap(\.self)
  }
}
