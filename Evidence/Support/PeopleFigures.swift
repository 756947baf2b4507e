import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate

/// Distribution of one quantity over people.
struct PeopleFigures: Sendable, Codable, Equatable {
  /// Shares of people below each of `percentiles`.
  static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// Number of people.
  var people: Int
  /// Mean over people.
  @ExplicitNull var mean: Double?
  /// 95 % interval of `mean`; null with too few people.
  @ExplicitNull var meanCI95: ConfidenceInterval?
  /// Standard deviation over people.
  @ExplicitNull var sd: Double?
  /// 95 % interval of `sd`; null with too few people.
  @ExplicitNull var sdCI95: ConfidenceInterval?
  /// 5th, 25th, 50th, 75th and 95th percentile over people; empty without people.
  var percentiles: [Double]

  /// Computes the distribution of one non-negative value per person.
  init(_ values: [Double]) {
    people = values.count
    // Each interval has its own random generator, so that computing one interval does not change another.
    var (one, other) = (PhiloxGenerator(seed: 1, stream: 0), PhiloxGenerator(seed: 1, stream: 2))
    let (middle, spread) = (
      PeopleEstimate.mean(of: values, using: &one), PeopleEstimate.spread(of: values, using: &other)
    )
    (mean, meanCI95) = (middle?.value, middle?.interval.interval)
    (sd, sdCI95) = (spread?.value, spread?.interval.interval)
    let sorted = values.sorted()
    percentiles = Self.shares.compactMap { Quantiles.linear($0, sorted: sorted) }
  }
}
