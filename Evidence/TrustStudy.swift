import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

@testable import Evaluate
@testable import StudySupport

/// Compares the pipeline `standard` with and without five calibration points from an earlier session. Both are
/// evaluated in a later session, and the comparison is paired over people.
///
/// The weight of a stored offset (`PersonTrust`) is set without knowing how much of the offset stays with the person.
/// For comparison, the study also shows the result if that were known: the same share of the offset for all people and
/// the whole session, chosen in hindsight from a grid as the best for these people.
struct TrustStudy: Study {
  static let name = "trust"
  static let question = "The benefit of five calibration points from an earlier session in a later one."

  /// Means over people of a person's mean pointer error, points; people for whom tracking fails are left out.
  struct Findings: Sendable {
    /// Number of people who count in the results.
    let people: Int
    /// Errors without and with the five points.
    let without, with: Double
    /// Error with minus error without, paired over people.
    let difference: Figure
    /// Error if the whole stored offset is applied.
    let believed: Double
    /// Error with the share of the offset that is best for these people, and this share.
    let known, knownShare: Double
    /// Gain by the five points, divided by the gain with the best share of the offset; nil if the gain with the best
    /// share is less than 5 points.
    let kept: Double?
  }

  /// Base run; pipeline and person calibration are replaced.
  let run: Run<GazeRig>

  init(_ simulation: Simulation, _ profile: DeviceProfile) {
    run = Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation])
  }

  init(_ options: inout Options) throws {
    let profile = try options.device()
    self.init(try options.simulation(profile, .validation, participants: 200), profile)
  }

  private static let shares = [0, 0.2, 0.4, 0.6, 0.8, 1]

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let arms = [
      ("without a calibration", r.without), ("five points", r.with),
      ("five points, all of the offset believed", r.believed),
      ("five points, the one share best for all (\(r.knownShare, 1))", r.known),
    ]
    return StudyTable(
      title: [
        "\(run.simulation.subject(run.profile)) (\(r.people) in the figures); five points in an earlier session"
      ],
      parts: [StudyPart(nil, arms, [.init("standard") { $0.0 }, .init("pointer error pt", 1) { $0.1 }])],
      remarks: [
        """
        five points minus without: \(signed: r.difference, 1) pt; gain relative to that with one share for all (-: \
        that is below 5 pt): \(percent: r.kept, 0)
        """
      ])
  }

  /// Runs all arms on the same frames.
  func findings(_ runner: StudyRunner) async throws -> Findings {
    var without = run
    (without.pipeline, without.personCalibration) = (GazeRig.standard, .none)
    var with = without
    with.personCalibration = .fivePoints
    let fixed = Self.shares.map { share in
      var arm = with
      arm.options.trust = PersonTrust(share: share, spread: 0)
      return arm
    }
    var whole: [[Double]] = []
    try await Run.cells([[without, with] + fixed], jobs: runner.jobs, progress: runner.progress) {
      $0.map { $0.pointer.isFailing ? nil : $0.pointer.errorPoints.mean }
    } take: { _, errors in
      let known = errors.compactMap(\.self)
      if known.count == errors.count { whole.append(known) }
    }
    func mean(_ arm: Int) -> Double { whole.reduce(0) { $0 + $1[arm] } / Double(max(whole.count, 1)) }
    var rng = PhiloxGenerator(seed: run.simulation.seed, stream: 13)
    let difference = PeopleEstimate.pairedDifference(of: whole.map { (first: $0[1], second: $0[0]) }, using: &rng)
    let known = fixed.indices.min { mean($0 + 2) < mean($1 + 2) } ?? 0
    let gain = mean(0) - mean(known + 2)
    return Findings(
      people: whole.count, without: mean(0), with: mean(1),
      difference: Figure(mean(1) - mean(0), difference?.interval.interval), believed: mean(fixed.count + 1),
      known: mean(known + 2), knownShare: Self.shares[known], kept: gain > 5 ? (mean(0) - mean(1)) / gain : nil)
  }
}
