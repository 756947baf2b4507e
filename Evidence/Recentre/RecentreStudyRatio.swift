import GazeMetrics
import GazePipeline

@testable import Evaluate
@testable import StudySupport

extension RecentreStudy {
  /// Ratio of two medians over the same people, with an interval by bootstrap: each resample draws people, and takes
  /// both medians over them.
  struct MedianRatio: Sendable {
    /// Median over people of the second values.
    let second: Double
    /// Median over people of the first values, divided by `second`.
    let value: Double
    /// 95 % interval (percentile); nil with fewer people than `Resampling.fewestPeople`.
    let ci95: ConfidenceInterval?

    /// The ratio of the medians of `first` and `second`, two lists over the same people; nil for nobody, and for a
    /// median of 0.
    init?(_ first: [Double], _ second: [Double], seed: UInt64) {
      guard first.count == second.count, let above = Quantiles.median(first), let below = Quantiles.median(second),
        below > 0
      else { return nil }
      (self.second, value) = (below, above / below)
      let (one, other) = (Ranked(first), Ranked(second))
      var copies = [Int](repeating: 0, count: first.count)
      let resampling = Resampling(seed: seed, study: 0x7263)
      ci95 = resampling.interval(of: first.count, fewest: Resampling.fewestPeople) { chosen in
        for person in copies.indices { copies[person] = 0 }
        for person in chosen { copies[person] += 1 }
        let below = other.median(copies)
        return below > 0 ? one.median(copies) / below : nil
      }
    }
  }

  /// Values over people, sorted once for all resamples.
  private struct Ranked {
    let values: [Double]
    let order: [Int]

    init(_ values: [Double]) {
      self.values = values
      order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    }

    /// The median over a resample, in which each person appears `copies` times; the sum of the copies is the number of
    /// people.
    func median(_ copies: [Int]) -> Double {
      let (low, high) = ((values.count - 1) / 2, values.count / 2)
      var (seen, lower) = (0, 0.0)
      var hasLower = false
      for person in order {
        seen += copies[person]
        if !hasLower, seen > low { (lower, hasLower) = (values[person], true) }
        if seen > high { return (lower + values[person]) / 2 }
      }
      return lower
    }
  }
}
