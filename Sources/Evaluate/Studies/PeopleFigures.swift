package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeSimulation

/// One figure over people: how large it is and how much people differ.
package struct PeopleFigures: Sendable, Codable, Equatable {
  /// Shares of the people below `percentiles`.
  package static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// How many people it rests on.
  package var people: Int
  /// Mean over them.
  @ExplicitNull package var mean: Double?
  /// 95 % interval of `mean`; null with too few people.
  @ExplicitNull package var meanCI95: ConfidenceInterval?
  /// Standard deviation over people.
  @ExplicitNull package var sd: Double?
  /// 95 % interval of `sd`; null with too few people.
  @ExplicitNull package var sdCI95: ConfidenceInterval?
  /// The people's own 5th, 25th, 50th, 75th and 95th percentile; empty without people.
  package var percentiles: [Double]

  /// The figures of these people, one non-negative value each.
  init(_ values: [Double]) {
    people = values.count
    // Its own generator for each, so that asking for one changes no other.
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
