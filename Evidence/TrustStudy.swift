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
    var people: Int
    /// Errors without and with the five points.
    var without: Double
    var with: Double
    /// Error with minus error without: mean over people, and its 95 % interval.
    var difference: Double
    var differenceCI95: ConfidenceInterval?
    /// Error if the whole stored offset is applied.
    var believed: Double
    /// Error with the share of the offset that is best for these people, and this share.
    var known: Double
    var knownShare: Double
    /// Gain by the five points, divided by the gain with the best share of the offset; nil if the gain with the best
    /// share is less than 5 points.
    var kept: Double?
  }

  /// Base run; pipeline and person calibration are replaced.
  let run: Run<GazeRig>

  init(_ run: Run<GazeRig>) { self.run = run }

  private static let shares = [0, 0.2, 0.4, 0.6, 0.8, 1]

  func run(_ runner: StudyRunner) async throws -> StudyTable {
    let r = try await findings(runner)
    let simulation = run.simulation
    let kept = r.kept.map { NumberText.fixed(100 * $0, 0) + " %" } ?? "not given, as that is below 5 pt"
    let arms: [(name: String, error: Double)] = [
      ("without a calibration", r.without), ("five points", r.with),
      ("five points, all of the offset believed", r.believed),
      ("five points, the one share best for all (\(NumberText.fixed(r.knownShare, 1)))", r.known),
    ]
    return StudyTable(
      title: [
        """
        \(run.profile.id): \(NumberText.count(r.people, "person", "people")), seed \(simulation.seed), phone \
        \(simulation.phone); five points in an earlier session
        """
      ],
      parts: [
        StudyPart(
          arms,
          [StudyColumn("standard") { $0.name }, StudyColumn("pointer error", unit: "pt", 1) { $0.error }])
      ],
      remarks: [
        """
        five points minus without: \(NumberText.fixed(r.difference, 1)) pt, 95 % \
        \(r.differenceCI95 == nil ? "not known with so few people" : Format.interval(r.differenceCI95, 1)); \
        gain relative to that with one share for all: \(kept)
        """
      ],
      conclusion: conclusion(r))
  }

  /// `Five points of an earlier session take 52 pt off an error of 192 pt [29, 75]`.
  private func conclusion(_ r: Findings) -> String {
    func digits(_ value: Double) -> String { NumberText.significantDigits(value) }
    let verb = r.difference <= 0 ? "take \(digits(-r.difference)) pt off" : "add \(digits(r.difference)) pt to"
    let range = r.differenceCI95.map {
      let ends = r.difference <= 0 ? (-$0.upper, -$0.lower) : ($0.lower, $0.upper)
      return ", 95 % \(digits(ends.0)) to \(digits(ends.1))"
    }
    return "Five points of an earlier session \(verb) an error of \(digits(r.without)) pt"
      + (range ?? "; \(NumberText.count(r.people, "person is", "people are")) too few for an interval")
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
    try await Run.cells(
      [[without, with] + fixed], jobs: runner.jobs, progress: runner.progress,
      fault: { ContentFault("result", count: $2.count, expected: 2 + fixed.count) }
    ) {
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
      people: whole.count, without: mean(0), with: mean(1), difference: mean(1) - mean(0),
      differenceCI95: difference?.interval.interval, believed: mean(fixed.count + 1), known: mean(known + 2),
      knownShare: Self.shares[known], kept: gain > 5 ? (mean(0) - mean(1)) / gain : nil)
  }
}
