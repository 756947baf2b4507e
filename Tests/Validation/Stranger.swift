import GazeMetrics
import GazePipeline
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

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
