import GazeMetrics
import GazePipeline
import GazeSimulation
import PortableFoundation

@testable import Evaluate
@testable import StudySupport

/// Checks gates on people from distributions other than the simulator's: values are drawn from distributions with a
/// heavy tail, such as one person in ten who is tracked badly, and judged like those of recorded people.
///
/// The limit is exactly the distribution's mean, which is the hardest case: for any verdict there is an arbitrarily
/// near limit for which it is wrong. So every verdict counts as wrong.
struct StrangerStudy: Sendable {
  /// Results for one distribution and number of people.
  struct Row: Sendable {
    /// Description of the distribution.
    var name: String
    /// Number of people by whom a gate judges.
    var people: Int
    /// Number of gates whose plain 95 % interval, printed or not, contained the truth.
    var covered: Int
    /// Number of gates that passed, and that failed.
    var pass, fail: Int
  }

  /// Number of gates in each row.
  var runs: Int
  /// Seed of the people.
  var seed: UInt64
  /// Number of people by whom a gate judges.
  var people = [20, Population.recorded.fewestPeople, 60, 100]

  /// Returns all rows; they do not depend on the number of jobs.
  func rows(jobs: Int) async throws -> [Row] {
    let cases = Stranger.all.flatMap { stranger in people.map { (stranger, $0) } }
    return try await mapInParallel(count: cases.count, jobs: jobs) { index in
      let (stranger, people) = cases[index]
      var rng = PhiloxGenerator(seed: seed, stream: UInt32(truncatingIfNeeded: index + 1))
      var row = Row(name: stranger.name, people: people, covered: 0, pass: 0, fail: 0)
      for _ in 0..<runs {
        let drawn = (0..<people).map { _ in stranger.draw(&rng) }
        if stranger.estimate(drawn, 0.95)?.interval.interval?.contains(stranger.truth) ?? false { row.covered += 1 }
        var judge = GateJudge(
          [AccuracyGate(metric: stranger.name, limit: stranger.truth, direction: .max)], .once(people, of: .recorded))
        judge.look(people: people) { stranger.estimate(drawn, $1)?.about(.recorded) }
        switch judge.verdict {
        case .pass: row.pass += 1
        case .fail: row.fail += 1
        case .inconclusive: break
        }
      }
      return row
    }
  }
}

/// Distribution of one quantity over people, and the estimator of its mean.
struct Stranger: Sendable {
  var name: String
  var truth: Double
  /// Draws numerator and denominator of one person's part.
  var draw: @Sendable (inout PhiloxGenerator) -> PeopleEstimate.Part
  var estimate: @Sendable ([PeopleEstimate.Part], Double) -> PeopleEstimate?

  static let all: [Stranger] =
    [
      (0.1, 50.0...120.0, 300.0...500.0), (0.1, 50...120, 150...250), (0.1, 50...120, 800...1200),
      (0.2, 50...120, 300...500), (0.05, 50...120, 300...500),
    ].map { bad, good, worse in
      mixture("pt", bad, good, worse, mean) { value, _ in .init(value, 1) }
    } + [0.5, 1].map(logNormal) + [
      // A share of 3,600 frames, pooled over people.
      mixture(
        "of frames lost", 0.1, 0.005...0.02, 0.2...0.4,
        { PeopleEstimate.proportion(of: $0.map { ($0.numerator, $0.denominator) }, level: $1) },
        { value, _ in .init((3600 * value).rounded(), 3600) }),
      // A rate of events in three minutes, pooled over people.
      mixture(
        "false scrolls a minute", 0.1, 0.2...0.8, 4...8,
        { PeopleEstimate.rate(of: $0.map { ($0.numerator, $0.denominator) }, level: $1) },
        { value, rng in
          // Poisson number by Knuth's product method; the mean is at most 24.
          var (events, product) = (-1.0, 1.0)
          let least = Elementary.exp(-3 * value)
          while product > least {
            product *= unit(&rng)
            events += 1
          }
          return .init(events, 3)
        }),
    ]

  /// Returns a uniform number in (0, 1).
  private static func unit(_ rng: inout PhiloxGenerator) -> Double { (Double(rng.next() >> 11) + 0.5) * 0x1p-53 }

  private static func mean(_ parts: [PeopleEstimate.Part], _ level: Double) -> PeopleEstimate? {
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    return PeopleEstimate.mean(of: parts.map(\.numerator), level: level, using: &rng)
  }

  /// People whose value is uniform in a range, of whom a share `bad` has another range.
  private static func mixture(
    _ unit: String, _ bad: Double, _ good: ClosedRange<Double>, _ worse: ClosedRange<Double>,
    _ estimate: @escaping @Sendable ([PeopleEstimate.Part], Double) -> PeopleEstimate?,
    _ part: @escaping @Sendable (Double, inout PhiloxGenerator) -> PeopleEstimate.Part
  ) -> Stranger {
    func words(_ range: ClosedRange<Double>) -> String {
      "\(NumberText.shortest(range.lowerBound))-\(NumberText.shortest(range.upperBound))"
    }
    return Stranger(
      name: "\(words(good)) \(unit), \(NumberText.shortest(100 * bad)) % of people \(words(worse))",
      truth: ((1 - bad) * (good.lowerBound + good.upperBound) + bad * (worse.lowerBound + worse.upperBound)) / 2,
      draw: { rng in
        let range = Self.unit(&rng) < bad ? worse : good
        return part(range.lowerBound + (range.upperBound - range.lowerBound) * Self.unit(&rng), &rng)
      }, estimate: estimate)
  }

  private static func logNormal(_ sigma: Double) -> Stranger {
    Stranger(
      name: "log-normal, sigma \(NumberText.shortest(sigma))", truth: 100 * Elementary.exp(sigma * sigma / 2),
      draw: { rng in
        // A normal number by Box and Muller's method.
        let normal = (-2 * Elementary.log(unit(&rng))).squareRoot() * Elementary.cos(2 * .pi * unit(&rng))
        return .init(100 * Elementary.exp(sigma * normal), 1)
      }, estimate: mean)
  }
}
