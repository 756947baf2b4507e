import GazeMetrics
import GazePipeline
import GazeSimulation

extension RecentreStudy {
  /// Ratio of two medians over the same people, with an interval by bootstrap: each resample draws people, and takes
  /// both medians over them.
  struct MedianRatio: Sendable {
    /// Median over people of the second values.
    let second: Double
    /// Median over people of the first values, divided by `second`.
    let value: Double
    /// 95 % interval (percentile); nil with fewer people than `fewest`.
    let ci95: ConfidenceInterval?

    /// Smallest number of people for an interval; a bootstrap of fewer people's median is too narrow (assumed).
    static let fewest = 20
    /// Number of resamples: the interval's ends are then exact to a few hundredths of its width.
    static let resamples = 2000
    /// Number that separates these resamples from those of other studies of the seed.
    private static let stream = 0x7263

    /// The ratio of the medians of `first` and `second`, two lists over the same people; nil for nobody, and for a
    /// median of 0.
    init?(_ first: [Double], _ second: [Double], seed: UInt64) {
      guard first.count == second.count, let above = Quantiles.median(first), let below = Quantiles.median(second),
        below > 0
      else { return nil }
      (self.second, value) = (below, above / below)
      ci95 = first.count < Self.fewest ? nil : Self.interval(first, second, seed: seed)
    }

    private static func interval(_ first: [Double], _ second: [Double], seed: UInt64) -> ConfidenceInterval? {
      let draws = RandomStream(seed: seed, .resampling, participant: stream)
      let (one, other) = (Ranked(first), Ranked(second))
      let people = first.count
      var copies = [Int](repeating: 0, count: people)
      var ratios: [Double] = []
      ratios.reserveCapacity(resamples)
      for resample in 0..<resamples {
        for person in 0..<people { copies[person] = 0 }
        for draw in 0..<people {
          let unit = draws.uniform(UInt64(resample) << 32 | UInt64(draw))
          copies[min(Int(unit * Double(people)), people - 1)] += 1
        }
        let below = other.median(copies)
        if below > 0 { ratios.append(one.median(copies) / below) }
      }
      ratios.sort()
      guard let lower = Quantiles.linear(0.025, sorted: ratios), let upper = Quantiles.linear(0.975, sorted: ratios)
      else { return nil }
      return ConfidenceInterval(lower, upper)
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
