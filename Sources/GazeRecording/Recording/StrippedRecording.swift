import GazePipeline

/// A recording without its truth, without what it could be made again from, and without what tells about a person beyond
/// gaze, lids and head pose.
///
/// What stays is what a phone's recording has and a calibration needs: poses, lids, the point looked at, targets and
/// intents. `source` stays as it is: what was simulated does not become a phone's.
public struct StrippedRecording: Sendable {
  /// The header that is left.
  public let header: RecordingHeader
  private let original: RecordingHeader
  private var starts: [Int: Double] = [:]
  private var truths = 0
  private var shapes = 0
  private var isShifted = false

  /// Strips a header; frames follow with `frame(_:)`.
  public init(_ header: RecordingHeader) {
    var stripped = header
    stripped.truth = nil
    // The simulator's draws: with them the truth could be made again.
    stripped.seed = nil
    stripped.phone = nil
    stripped.noise = nil
    stripped.preset = nil
    self.header = stripped
    original = header
  }

  /// Strips a frame. Each participant's time starts at 0, so that it tells no date and no hour.
  public mutating func frame(_ recorded: RecordedFrame) -> RecordedFrame {
    var stripped = recorded
    if recorded.truth != nil { truths += 1 }
    stripped.truth = nil
    if recorded.observation.frame.blendShapes != nil { shapes += 1 }
    stripped.observation.frame.blendShapes = nil
    let time = recorded.observation.frame.time
    let start = starts[recorded.observation.participant] ?? time
    starts[recorded.observation.participant] = start
    isShifted = isShifted || start != 0
    // From 0 on nothing changes, not even zero's sign.
    if start != 0 { stripped.observation.frame.time = time - start }
    return stripped
  }

  /// What was removed so far, in words; empty where there was nothing to remove.
  public var removed: [String] {
    var all: [String] = []
    if truths > 0 { all.append("the truth of \(truths) frames") }
    if let truth = original.truth {
      let people = truth.people.count == 1 ? "1 person" : "\(truth.people.count) people"
      all.append("the true screen and camera, and kappa and flags of \(people)")
    }
    let draws = [
      ("seed", original.seed != nil), ("phone", original.phone != nil), ("noise", original.noise != nil),
      ("preset", original.preset != nil),
    ].filter(\.1).map(\.0)
    if !draws.isEmpty { all.append("\(draws.joined(separator: ", ")), from which the truth could be made again") }
    if shapes > 0 { all.append("the facial coefficients of \(shapes) frames") }
    if isShifted { all.append("the time of day: each person's time starts at 0") }
    return all
  }
}
