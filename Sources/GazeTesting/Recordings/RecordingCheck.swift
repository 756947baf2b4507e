public import GazeMetrics
public import GazePipeline
public import GazeRecording
import GazeSimulation
public import PortableFoundation
private import Profiles

/// Runs an app's own pipeline on recordings from a phone and checks it against limits, inside the app's `swift test`:
///
///     let check = try RecordingCheck(["anna.jsonl", "ben.jsonl"], device: "iPhone13,1")
///     let error = AccuracyGate(.pointerTargetErrorPointsMedian, atMost: 120)
///     let report = try check.report([error]) { take in MyPipeline(screen: take.screen) }
///
/// The targets that the app showed are the reference, from 0.75 s after a target came. A simulated recording holds the
/// true gaze, which is then the reference, as in `AccuracyCheck`.
///
/// Nothing is known about people who were not recorded, so a verdict takes 44 people (`Population`); participants of
/// one file are different people, and files with an equal `person` in their headers are the same people. With fewer
/// people the report is inconclusive and states the values, also each person's; a test can expect `gates[0].value`. A
/// comparison of two pipelines needs as many people for a verdict, and shows the difference with any number.
public struct RecordingCheck: Sendable {
  /// Facts that a pipeline may know about a person in a recording before the first frame.
  public struct Take: Sendable {
    /// The recording's header.
    public internal(set) var header: RecordingHeader
    /// The person's number among all recordings of the check.
    public let participant: Int
    /// The identifier of the person in the recording's header; nil if the header has no identifier.
    public let person: String?
    /// The screen in the interface's orientation and its size in points. The correctness stage turns the interface, so
    /// make the pipeline for this screen.
    public internal(set) var screen: ScreenGeometry

    /// The same person with the interface turned.
    func turned(to screen: ScreenGeometry) -> Take {
      var take = self
      (take.header.orientation, take.header.points, take.screen) = (screen.orientation, screen.points, screen)
      return take
    }
  }

  /// Paths of the recordings.
  public var paths: [String]
  /// The profile of the device.
  public var profile: DeviceProfile
  /// Claims of the pipeline about its own mapping, for the correctness stage.
  public var claims = PointerClaims()

  /// A check on recordings of a device whose profile is given.
  public init(_ paths: [String], profile: DeviceProfile) {
    self.paths = paths
    self.profile = profile
  }

  /// A check on recordings of a built-in device: its identifier, such as `iphone12mini`, or Apple's model identifier.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public init(_ paths: [String], device: String) throws(UnknownNameError) {
    self.init(paths, profile: try DeviceProfile.builtIn(device))
  }

  /// A check on recordings of a built-in device, such as a test target's resources.
  ///
  /// - Throws: `UnknownNameError` with the most similar names.
  public init(_ recordings: [URL], device: String) throws(UnknownNameError) {
    try self.init(recordings.map(\.path), device: device)
  }

  /// Judges the mapping on simulated error-free faces, and these limits over the recorded people. The report passes
  /// only if the mapping and every limit pass.
  ///
  /// - Parameters:
  ///   - gates: the limits.
  ///   - pipeline: makes a new pipeline for each person in each recording.
  ///   - uncalibrated: makes an uncalibrated pipeline for the correctness stage; nil makes the first person's, for the
  ///     screen in each orientation.
  /// - Throws: `FileError` for a file that is no valid recording, `RecordingCheckError` for recordings or metrics that
  ///   cannot be judged, `UnknownNameError` for a metric that does not exist, `OutdatedMetricError` for a limit that
  ///   was set for an older version of its metric, and `LimitsError` if there is no limit, for a limit that is no
  ///   number, for limits on scrolling if nobody is known to want to scroll, or for limits that a pipeline which
  ///   ignores the frames would keep.
  public func report<Pipeline: PointerPipeline>(
    _ gates: [AccuracyGate], _ pipeline: (Take) -> Pipeline, uncalibrated: ((Take) -> Pipeline)? = nil
  ) throws -> AccuracyReport {
    try LimitsError.check(gates)
    try GazeMetric.check(gates)
    // The best place in hindsight is known only after the recordings were read.
    let dummies = LimitsCheck.dummies(gates).filter { $0 != .bestConstant }
    let run = try RecordedTrials(paths, profile) { take, reference in
      [Self.trial(pipeline(take), take, reference)]
        + dummies.map { Self.trial(DummyPipeline($0, at: take.screen.points / 2), take, reference) }
    }
    try run.check(gates.map(\.metric))
    try run.check(gates, dummies)
    let first = run.first
    let correctness = CorrectnessStage.judge(
      screen: first.screen, rate: first.header.rate, seed: first.header.seed ?? 1, claims: claims
    ) { screen in
      let take = first.turned(to: screen)
      return uncalibrated?(take) ?? pipeline(take)
    }
    let all = run.people(0)
    let people = all.filter { !$0.isFailing }
    var judging = try Judging<PersonResult>(gates, .once(run.count, of: .recorded))
    func estimate(_ metric: GazeMetric, _ level: Double) -> PeopleEstimate? {
      metric.estimate(people.map { $0.person(for: metric) }, level: level, of: .recorded)
    }
    judging.look(people: run.count) { estimate($0, $1) }
    return AccuracyReport(
      gates: judging.results { estimate($0, 0.95) }, correctness: correctness, people: people.count,
      leftOut: all.count - people.count, of: .recorded, byPerson: try run.values(gates.map(\.metric)),
      hasSimulatedRecordings: run.isSimulated)
  }

  /// A trial of a pipeline on a person of a recording.
  static func trial<Pipeline: PointerPipeline>(
    _ pipeline: Pipeline, _ take: Take, _ reference: ErrorReference
  ) -> GazeTrial {
    PersonTrial(
      pipeline, participant: take.participant, geometry: take.screen, reference: reference, rate: take.header.rate)
  }
}

/// Reason why recordings cannot be judged.
public enum RecordingCheckError: Error, Sendable, Equatable {
  /// No recording was given.
  case noRecordings
  /// A recording of another device than the check's.
  case otherDevice(path: String, found: String, expected: String)
  /// No recording has a frame.
  case noFrames(path: String)
  /// A recording that is given twice, whose people would count twice.
  case givenTwice(path: String, other: String)
  /// No frame shows a target, so that there is nothing with which a pointer could be compared.
  case noTargets(path: String)
  /// Some recordings hold a simulator's truth and some do not.
  case mixedTruth(path: String)
  /// A metric that needs the true gaze, which no phone knows.
  ///
  /// - Parameter counterpart: the same metric relative to the shown target, if there is one.
  case needsTruth(metric: String, counterpart: String?)
}

extension RecordingCheckError: CustomStringConvertible, LocalizedError {
  /// The sentence, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }

  /// The fault and the remedy, in a sentence.
  public var description: String {
    switch self {
    case .noRecordings: "there is no recording, so nothing would be judged; give the path of at least one"
    case .otherDevice(let path, let found, let expected):
      """
      \(path): is of the device \"\(TerminalText.line(found.prefix(64)))\", not of \"\(expected)\"; its screen and \
      camera differ, so give each device a check of its own
      """
    case .givenTwice(let path, let other): "\(path): is the same recording as \(other); give it once"
    case .noFrames(let path): "\(path): holds no frames; there is nothing to judge"
    case .noTargets(let path):
      """
      \(path): no frame shows a target, so the pointer cannot be compared with anything; show targets while you \
      record, as CalibrationProtocol does, and put each frame's target into the recording
      """
    case .mixedTruth(let path):
      "\(path): some of the recordings hold the true gaze, some do not; judge them separately"
    case .needsTruth(let metric, let counterpart):
      "\(metric) needs the true gaze, which a phone's recording does not hold; "
        + (counterpart.map { "set a limit on \($0), the same figure relative to the shown target" }
          ?? "leave the limit out, or judge it on simulated people")
    }
  }
}
