import GazeMetrics
import GazeRecording
package import GazeSimulation
package import GazeTesting

/// The answer of `gazesim explain`: the causes of the pointer's error, and the changes that would mend it.
package struct Explanation: Sendable {
  /// Device, pipeline, people and all other inputs.
  package let subject: ReportSubject
  /// The parts of the error; nil if there are too few fixations.
  package let budget: ErrorBudget?
  /// Median pointer error, mean over people, points.
  package let errorPointsMedian: Double?
  /// Changes that an app can make, the best one first.
  package let remedies: [Remedy]
  /// Number of people, those for whom tracking fails included.
  package let participants: Int
  /// Number of people for whom tracking fails; they are in no figure.
  package let failingParticipants: Int
  /// Sessions and takes of each simulated person; nil for recordings.
  package let repeats: (sessions: Int, takes: Int)?
  /// The mapping on error-free faces; nil for recordings, whose code is not at hand. A wrong mapping is an error that
  /// the causes below take for the people's.
  package let correctness: Correctness?
  /// Faults that the doctor found in the recordings; nil for simulated people.
  package let recordingFaults: [RecordingFault]?
  /// Share of the frames without a pointer, and with closed lids.
  package let lost: (withoutPointer: Double, blinks: Double)

  init(
    _ subject: ReportSubject, _ budget: ErrorBudget?, errorPointsMedian: Double?, _ remedies: [Remedy],
    people: [PersonResult], participants: Int, repeats: (sessions: Int, takes: Int)?, correctness: Correctness? = nil,
    recordingFaults: [RecordingFault]? = nil
  ) {
    self.recordingFaults = recordingFaults
    self.correctness = correctness
    self.subject = subject
    self.budget = budget
    self.errorPointsMedian = errorPointsMedian
    // Changes of which nothing is known come last.
    self.remedies = remedies.enumerated().sorted {
      ($0.element.change ?? .infinity, $0.offset) < ($1.element.change ?? .infinity, $1.offset)
    }.map(\.element)
    self.participants = participants
    failingParticipants = participants - people.count
    self.repeats = repeats
    let frames = Double(max(people.reduce(0) { $0 + $1.frames }, 1))
    lost = (
      people.reduce(0) { $0 + Double($1.leftOut.withoutPointer) } / frames,
      people.reduce(0) { $0 + Double($1.leftOut.blinks) } / frames
    )
  }
}

extension Explanation {
  /// The explanation of simulated people's error.
  ///
  /// - Parameters:
  ///   - progress: called with the share that is done.
  /// - Throws: `SimulationError` for an invalid simulation.
  package static func of(
    _ run: Run<GazeRig>, jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws -> Explanation {
    try await run.explanation(jobs: jobs, progress: progress)
  }

  /// Adds to a run over recordings what its explanation compares; called before the first recording.
  package static func prepare(_ run: inout RecordedRun<GazeRig>) { run.addSmoothings() }

  /// The explanation of recorded people's error.
  ///
  /// - Throws: an error if nothing in the recordings can be judged.
  package static func of(_ run: RecordedRun<GazeRig>, path: String) throws -> Explanation {
    try run.explanation(path: path)
  }
}

extension Explanation: Encodable {
  /// Writes every key, with null for a missing number.
  package func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: AnyKey.self)
    func put(_ key: String, _ value: some Encodable) throws { try keys.encode(value, forKey: AnyKey(key)) }
    try put("schema", "gazesim.explanation")
    try put("version", 1)
    for (key, text) in [
      ("rig", subject.rig), ("device", subject.device), ("pipeline", subject.pipeline), ("scenario", subject.scenario),
      ("source", subject.source), ("against", subject.comparedWith), ("personCalibration", subject.personCalibration),
      ("smoothing", subject.smoothing),
    ] { try put(key, text) }
    if let recentre = subject.recentre { try put("recentre", recentre) }
    if let trigger = subject.trigger { try put("trigger", trigger) }
    try put("preset", subject.preset)
    if !subject.constants.isEmpty { try put("set", subject.constants) }
    try put("seed", subject.seed)
    try put("participants", participants)
    try put("failingParticipants", failingParticipants)
    try put("sessions", repeats?.sessions)
    try put("takesPerSession", repeats?.takes)
    try put("errorPointsMedian", errorPointsMedian)
    try put("errorBudget", budget)
    try put("correctness", correctness)
    try put("lost", ["withoutPointer": lost.withoutPointer, "blinks": lost.blinks])
    try put("remedies", remedies)
    if let recordingFaults { try put("recordingFaults", recordingFaults) }
  }
}
