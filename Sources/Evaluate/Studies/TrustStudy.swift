package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
import GazeTesting

/// What five points of an earlier session are worth in a later one: `standard` with them and without, each person against
/// themselves.
///
/// How far a stored offset is believed (`PersonTrust`) is set without knowing how much of it stays with the person. Beside
/// it stands what could be had if that were known: the same share of the offset for everybody in all of the session, the
/// best of a grid for these very people, in hindsight.
package struct TrustStudy: Sendable {
  /// What came of it. Means over people of a person's mean pointer error, points; people whom tracking fails are left out.
  package struct Report: Sendable, Codable {
    /// `gazesim.trust`.
    package var schema = "gazesim.trust"
    /// Version of this layout.
    package var version = 1
    /// The device's identifier.
    package var device: String
    /// The seed.
    package var seed: UInt64
    /// The phone.
    package var phone: UInt64
    /// People who count.
    package var people: Int
    /// Without the five points.
    package var without: Double
    /// With them.
    package var with: Double
    /// With minus without: mean over people.
    package var difference: Double
    /// Its 95 % interval.
    @ExplicitNull package var differenceCI95: ConfidenceInterval?
    /// With all of the stored offset believed.
    package var believed: Double
    /// With the share that is best for these people.
    package var known: Double
    /// That share.
    package var knownShare: Double
    /// What is kept of the gain that knowing the share would give; nil where it would give less than 5 points.
    @ExplicitNull package var kept: Double?
  }

  /// What is run; pipeline and person calibration are replaced.
  package var run: Run<GazeRig>

  /// A study of these people.
  package init(_ run: Run<GazeRig>) { self.run = run }

  private static let shares = [0, 0.2, 0.4, 0.6, 0.8, 1]

  /// Runs all arms on the same frames; the result does not depend on `jobs`.
  package func report(jobs: Int, progress: @escaping @Sendable (Double) -> Void = { _ in }) async throws -> Report {
    var without = run
    (without.pipeline, without.personCalibration) = (GazeRig.standard, .none)
    var with = without
    with.personCalibration = .fivePoints
    let fixed = Self.shares.map { share in
      var arm = with
      arm.options.trust = PersonTrust(share: share, spread: 0)
      return arm
    }
    let total = Double(max(run.simulation.participants, 1))
    let people = try await Run.people(
      [without, with] + fixed, jobs: jobs, progress: { progress(min(Double($0 + 1) / total, 1)) }
    ) { $0.map { $0.pointer.isFailing ? nil : $0.pointer.errorPoints.mean } }
    let whole = people.map { $0.compactMap { $0 } }.filter { $0.count == fixed.count + 2 }
    func mean(_ arm: Int) -> Double { whole.reduce(0) { $0 + $1[arm] } / Double(max(whole.count, 1)) }
    var rng = PhiloxGenerator(seed: run.simulation.seed, stream: 13)
    let difference = PeopleEstimate.pairedDifference(of: whole.map { (first: $0[1], second: $0[0]) }, using: &rng)
    let known = fixed.indices.min { mean($0 + 2) < mean($1 + 2) } ?? 0
    let gain = mean(0) - mean(known + 2)
    return Report(
      device: run.profile.id, seed: run.simulation.seed, phone: run.simulation.phone, people: whole.count,
      without: mean(0), with: mean(1), difference: mean(1) - mean(0), differenceCI95: difference?.interval.interval,
      believed: mean(fixed.count + 1), known: mean(known + 2), knownShare: Self.shares[known],
      kept: gain > 5 ? (mean(0) - mean(1)) / gain : nil)
  }
}
