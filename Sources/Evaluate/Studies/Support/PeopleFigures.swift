import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

/// One figure over people: how large it is and how much people differ.
struct PeopleFigures: Sendable, Codable, Equatable {
  /// Shares of the people below `percentiles`.
  static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// How many people it rests on.
  var people: Int
  /// Mean over them.
  @ExplicitNull var mean: Double?
  /// 95 % interval of `mean`; null with too few people.
  @ExplicitNull var meanCI95: ConfidenceInterval?
  /// Standard deviation over people.
  @ExplicitNull var sd: Double?
  /// 95 % interval of `sd`; null with too few people.
  @ExplicitNull var sdCI95: ConfidenceInterval?
  /// The people's own 5th, 25th, 50th, 75th and 95th percentile; empty without people.
  var percentiles: [Double]

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
