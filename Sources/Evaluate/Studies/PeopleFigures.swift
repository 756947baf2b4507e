public import GazeMetrics
public import GazeRecording
import GazeSimulation

/// One figure over people: how large it is and how much people differ.
public struct PeopleFigures: Sendable, Codable, Equatable {
  /// Shares of the people below `percentiles`.
  public static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// How many people it rests on.
  public var people: Int
  /// Mean over them.
  @ExplicitNull public var mean: Double?
  /// 95 % interval of `mean`; null with too few people.
  @ExplicitNull public var meanCI95: Interval?
  /// Standard deviation over people.
  @ExplicitNull public var sd: Double?
  /// 95 % interval of `sd`; null with too few people.
  @ExplicitNull public var sdCI95: Interval?
  /// The people's own 5th, 25th, 50th, 75th and 95th percentile; empty without people.
  public var percentiles: [Double]

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
    percentiles = sorted.isEmpty ? [] : Self.shares.map { Self.quantile($0, of: sorted) }
  }

  /// Between the two nearest of the sorted values, in proportion.
  private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
    let place = share * Double(sorted.count - 1)
    let below = min(Int(place), sorted.count - 1)
    let above = min(below + 1, sorted.count - 1)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }
}
