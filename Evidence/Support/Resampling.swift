import GazeMetrics
import GazePipeline
import GazeSimulation

@testable import Evaluate

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
    var (chosen, figures) = ([Int](repeating: 0, count: count), [Double]())
    figures.reserveCapacity(Self.count)
    for resample in 0..<Self.count {
      for draw in 0..<count {
        let unit = draws.uniform(UInt64(resample) << 32 | UInt64(draw))
        chosen[draw] = min(Int(unit * Double(count)), count - 1)
      }
      if let value = figure(chosen) { figures.append(value) }
    }
    figures.sort()
    guard let low = Quantiles.linear(0.025, sorted: figures), let high = Quantiles.linear(0.975, sorted: figures)
    else { return nil }
    return ConfidenceInterval(low, high)
  }
}
