import GazePipeline
private import PortableFoundation

/// Statistics of positive numbers in constant memory: the median, and the count and sum of the numbers above a limit.
///
/// The median is exact up to 65,536 numbers; beyond that it is the median of every second number, then of every fourth,
/// and so on. Counts and sums are kept in bins half a per cent wide.
package struct StepTally: Sendable {
  private static let perE = 200.0
  private static let kept = 1 << 16
  private var bins: [Int32: (count: Int, sum: Double)] = [:]
  private var sample: [Double] = []
  private var stride = 1
  private(set) var count = 0

  package init() {}

  /// Counts a number; a number that is not positive and finite is ignored.
  package mutating func add(_ value: Double) {
    guard value > 0, value < 1e300 else { return }
    let bin = Int32((log(value) * Self.perE).rounded(.down))
    let old = bins[bin] ?? (0, 0)
    bins[bin] = (old.count + 1, old.sum + value)
    if count % stride == 0 {
      if sample.count == Self.kept {
        sample = sample.indices.filter { $0 % 2 == 0 }.map { sample[$0] }
        stride *= 2
      }
      if count % stride == 0 { sample.append(value) }
    }
    count += 1
  }

  /// The upper median; nil without numbers.
  package var median: Double? { Quantiles.upperMedian(sample) }

  /// The count and sum of the numbers above `limit`. A bin counts as a whole, by the mean of its numbers.
  package func above(_ limit: Double) -> (count: Int, sum: Double) {
    bins.values.reduce(into: (0, 0.0)) { total, bin in
      guard bin.sum > limit * Double(bin.count) else { return }
      total.0 += bin.count
      total.1 += bin.sum
    }
  }
}
