import GazeMetrics
import GazePipeline
import GazeSimulation

@testable import Evaluate

/// The mean; nil for no values.
func mean(_ values: [Double]) -> Double? {
  values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}

/// Distribution of one quantity over people.
struct PeopleFigures: Sendable, Equatable {
  /// Shares of people below each of `percentiles`.
  static let shares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// Number of people.
  let people: Int
  let mean: Figure
  /// Standard deviation.
  let sd: Figure
  /// 5th, 25th, 50th, 75th and 95th percentile; empty without people.
  let percentiles: [Double]

  /// Computes the distribution of one non-negative value per person.
  init(_ values: [Double]) {
    people = values.count
    // Each interval has its own random generator, so that computing one interval does not change another.
    var (one, other) = (PhiloxGenerator(seed: 1, stream: 0), PhiloxGenerator(seed: 1, stream: 2))
    mean = Figure(.mean(of: values, using: &one))
    sd = Figure(.spread(of: values, using: &other))
    let sorted = values.sorted()
    percentiles = Self.shares.compactMap { Quantiles.linear($0, sorted: sorted) }
  }
}

/// Resamples of people or trials, for intervals by percentiles of a bootstrap. The same seed and study give the same
/// resamples.
struct Resampling: Sendable {
  /// Number of resamples: the interval's ends are then exact to a few hundredths of its width.
  static let count = 2000
  /// Smallest number of people from whom a study's bars are judged; a bootstrap of fewer people's median is too narrow
  /// (assumed).
  static let fewestPeople = 20

  let seed: UInt64
  /// Number that separates these resamples from those of other studies of the seed.
  let study: Int

  /// 95 % interval of `figure` over resamples of 0..<count, each of `count` indices; nil with fewer than `fewest`, or
  /// if no resample has a figure. Resamples without a figure are left out.
  func interval(of count: Int, fewest: Int, _ figure: ([Int]) -> Double?) -> ConfidenceInterval? {
    guard count > 0, count >= fewest else { return nil }
    let draws = RandomStream(seed: seed, .resampling, participant: study)
    var figures = (0..<Self.count).compactMap { resample in
      figure(
        (0..<count).map { draw in
          min(Int(draws.uniform(UInt64(resample) << 32 | UInt64(draw)) * Double(count)), count - 1)
        })
    }
    figures.sort()
    guard let low = Quantiles.linear(0.025, sorted: figures), let high = Quantiles.linear(0.975, sorted: figures)
    else { return nil }
    return ConfidenceInterval(low, high)
  }
}
