import GazePipeline

/// A recording of gaze without its truth.
public typealias StrippedRecording = StrippedSamples<RecordedFrame>

/// A recording without its truth, without what it could be made again from, and without what tells about a person beyond
/// what its rig needs.
///
/// What stays is what a phone's recording has and a calibration needs; of gaze poses, lids, the point looked at, targets,
/// intents, and what the app drew and did (pointer, scrolls, taps, dots, page, line boxes). `source` stays as it is: what was simulated does not become a phone's. So do `person` and the session's
/// identifier: without them one person's recordings would pass for several people's.
public struct StrippedSamples<Sample: RigSample>: Sendable {
  /// The header that is left.
  public let header: RecordingHeader
  private let original: RecordingHeader
  private let layout = FieldLayout(Sample.self)
  private var starts: [Int: Double] = [:]
  private var truths = 0
  private var extras = 0
  private var isShifted = false

  /// Strips a header; samples follow with `sample(_:)`.
  public init(_ header: RecordingHeader) {
    var stripped = header
    stripped.truth = nil
    stripped.constants = header.constants.filter { !$0.key.hasPrefix("truth.") }
    // The simulator's draws: with them the truth could be made again.
    stripped.seed = nil
    stripped.phone = nil
    stripped.noise = nil
    stripped.preset = nil
    stripped.session?.start = nil
    self.header = stripped
    original = header
  }

  /// Strips a sample. Each participant's time starts at 0, so that it tells no date and no hour.
  ///
  /// - Throws: where the rig refuses it without its truth.
  public mutating func sample(_ recorded: Sample) throws(SampleError) -> Sample {
    let start = starts[recorded.participant] ?? recorded.time
    starts[recorded.participant] = start
    isShifted = isShifted || start != 0
    return try layout.withRow(of: recorded) { row throws(SampleError) in
      let columns = layout.columns(row, beside: [])
      if columns.contains(.truth) { truths += 1 }
      if columns.contains(.extra) { extras += 1 }
      for slot in layout.slots where !slot.columns.isDisjoint(with: .stripped) { layout.forget(slot, row) }
      // From 0 on nothing changes, not even zero's sign.
      if start != 0 { FieldLayout.store(recorded.time - start, recorded.participant, row) }
      return try Sample(row)
    }
  }

  /// What was removed so far, in words; empty where there was nothing to remove.
  public var removed: [String] {
    var all: [String] = []
    if truths > 0 { all.append("the truth of \(truths) frames") }
    if let truth = original.truth {
      let people = NumberText.count(truth.people.count, "person", "people")
      all.append("the true screen and camera, and kappa and flags of \(people)")
    }
    let constants = original.constants.count - header.constants.count
    if constants > 0 { all.append("\(NumberText.count(constants, "true constant")) of the header") }
    let draws = [
      ("seed", original.seed != nil), ("phone", original.phone != nil), ("noise", original.noise != nil),
      ("preset", original.preset != nil),
    ].filter(\.1).map(\.0)
    if !draws.isEmpty { all.append("\(draws.joined(separator: ", ")), from which the truth could be regenerated") }
    if extras > 0 { all.append("the facial coefficients of \(extras) frames") }
    if original.session?.start != nil { all.append("the session's start") }
    if isShifted { all.append("the time of day: each person's time starts at 0") }
    return all
  }
}
