import GazePipeline

/// A recording of gaze without its truth.
public typealias StrippedRecording = StrippedSamples<RecordedFrame>

/// A recording without its truth, without the draws from which the truth could be regenerated, and without fields that
/// reveal more about a person than its rig needs.
///
/// The remaining fields are those that a phone's recording has and a calibration needs; for gaze these are poses, lids,
/// the point looked at, targets, intents, and the app's state (pointer, scrolls, taps, dots, page, line boxes).
/// `source` does not change, because stripped data of a simulator are still simulated. `person` and the session's
/// identifier also stay: without them the recordings of one person would count as recordings of several people.
public struct StrippedSamples<Sample: RigSample>: Sendable {
  /// The stripped header.
  public let header: RecordingHeader
  private let original: RecordingHeader
  private let layout = FieldLayout(Sample.self)
  private var starts: [Int: Double] = [:]
  private var truths = 0
  private var extras = 0
  private var isShifted = false

  /// Strips a header; pass the samples to `sample(_:)` afterwards.
  public init(_ header: RecordingHeader) {
    var stripped = header
    stripped.truth = nil
    stripped.constants = header.constants.filter { !$0.key.hasPrefix("truth.") }
    // The seeds of the simulator's random numbers are removed, because the truth could be regenerated from them.
    stripped.seed = nil
    stripped.phone = nil
    stripped.noise = nil
    stripped.preset = nil
    stripped.session?.start = nil
    self.header = stripped
    original = header
  }

  /// Strips a sample. Each participant's time is shifted so that it starts at 0 and reveals neither date nor time of
  /// day.
  ///
  /// - Throws: if the rig refuses the sample without its truth.
  public mutating func sample(_ recorded: Sample) throws(SampleError) -> Sample {
    let start = starts[recorded.participant] ?? recorded.time
    starts[recorded.participant] = start
    isShifted = isShifted || start != 0
    return try layout.withRow(of: recorded) { row throws(SampleError) in
      let columns = layout.columns(row, beside: [])
      if columns.contains(.truth) { truths += 1 }
      if columns.contains(.extra) { extras += 1 }
      for slot in layout.slots where !slot.columns.isDisjoint(with: .stripped) { layout.forget(slot, row) }
      // A time that already starts at 0 is not changed, not even the sign of a zero.
      if start != 0 { FieldLayout.store(recorded.time - start, recorded.participant, row) }
      return try Sample(row)
    }
  }

  /// Names, in words, of everything that was removed so far; empty if nothing was removed.
  public var removed: [String] {
    var all: [String] = []
    if truths > 0 { all.append("the truth of \(truths) frames") }
    if let truth = original.truth {
      let people = NumberText.count(truth.people.count, "person", "people")
      all.append("the true screen and camera, and kappa and flags of \(people)")
    }
    let constants = original.constants.count - header.constants.count
    if constants > 0 { all.append("\(NumberText.count(constants, "true constant")) of the header") }
    // The same four as in `init`.
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
