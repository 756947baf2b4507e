import GazeMetrics
import GazePipeline
import GazeSimulation

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

  static let all: [Stranger] = [
    mixture(0.1, 50...120, 300...500), mixture(0.1, 50...120, 150...250), mixture(0.1, 50...120, 800...1200),
    mixture(0.2, 50...120, 300...500), mixture(0.05, 50...120, 300...500), logNormal(0.5), logNormal(1),
    share(0.1, 0.005...0.02, 0.2...0.4), rate(0.1, 0.2...0.8, 4...8),
  ]

  private static func uniform(_ range: ClosedRange<Double>, _ rng: inout PhiloxGenerator) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit(&rng)
  }

  /// Returns a uniform number in (0, 1).
  private static func unit(_ rng: inout PhiloxGenerator) -> Double { (Double(rng.next() >> 11) + 0.5) * 0x1p-53 }

  /// Returns a normal number by Box and Muller's method.
  private static func normal(_ rng: inout PhiloxGenerator) -> Double {
    (-2 * Elementary.log(unit(&rng))).squareRoot() * Elementary.cos(2 * .pi * unit(&rng))
  }

  private static func middle(_ bad: Double, _ good: ClosedRange<Double>, _ worse: ClosedRange<Double>) -> Double {
    ((1 - bad) * (good.lowerBound + good.upperBound) + bad * (worse.lowerBound + worse.upperBound)) / 2
  }

  private static func words(_ range: ClosedRange<Double>, _ unit: String) -> String {
    "\(NumberText.shortest(range.lowerBound))-\(NumberText.shortest(range.upperBound)) \(unit)"
  }

  private static func mean(_ parts: [PeopleEstimate.Part], _ level: Double) -> PeopleEstimate? {
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    return PeopleEstimate.mean(of: parts.map(\.numerator), level: level, using: &rng)
  }

  private static func mixture(
    _ bad: Double, _ good: ClosedRange<Double>, _ worse: ClosedRange<Double>
  ) -> Stranger {
    Stranger(
      name: "\(words(good, "pt")), \(NumberText.shortest(100 * bad)) % of people \(words(worse, "pt"))",
      truth: middle(bad, good, worse),
      draw: { rng in .init(uniform(unit(&rng) < bad ? worse : good, &rng), 1) }, estimate: mean)
  }

  private static func logNormal(_ sigma: Double) -> Stranger {
    Stranger(
      name: "log-normal, sigma \(NumberText.shortest(sigma))", truth: 100 * Elementary.exp(sigma * sigma / 2),
      draw: { rng in .init(100 * Elementary.exp(sigma * normal(&rng)), 1) }, estimate: mean)
  }

  /// A share of 3,600 frames, pooled over people.
  private static func share(_ bad: Double, _ good: ClosedRange<Double>, _ worse: ClosedRange<Double>) -> Stranger {
    Stranger(
      name: "data loss \(words(good, "of frames")), \(NumberText.shortest(100 * bad)) % of people \(words(worse, ""))",
      truth: middle(bad, good, worse),
      draw: { rng in .init((3600 * uniform(unit(&rng) < bad ? worse : good, &rng)).rounded(), 3600) },
      estimate: { PeopleEstimate.proportion(of: $0.map { ($0.numerator, $0.denominator) }, level: $1) })
  }

  /// A rate of events in three minutes, pooled over people.
  private static func rate(_ bad: Double, _ good: ClosedRange<Double>, _ worse: ClosedRange<Double>) -> Stranger {
    Stranger(
      name:
        "false scrolls \(words(good, "1/min")), \(NumberText.shortest(100 * bad)) % of people \(words(worse, "1/min"))",
      truth: middle(bad, good, worse),
      draw: { rng in
        let expected = 3 * uniform(unit(&rng) < bad ? worse : good, &rng)
        // Poisson number by Knuth's product method; the mean is at most 24.
        var (events, product) = (-1.0, 1.0)
        let least = Elementary.exp(-expected)
        while product > least {
          product *= unit(&rng)
          events += 1
        }
        return .init(events, 3)
      },
      estimate: { PeopleEstimate.rate(of: $0.map { ($0.numerator, $0.denominator) }, level: $1) })
  }
}
