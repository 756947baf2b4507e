import GazePipeline
private import PortableFoundation

/// Statistics of positive numbers in constant memory: the median, and the count and sum of the numbers above a limit.
///
/// The median is exact up to 65,536 numbers; beyond that it is the median of every second number, then of every fourth,
/// and so on. Counts and sums are kept in bins half a per cent wide.
package struct StepTally: Sendable {
  private var bins: [Int32: (count: Int, sum: Double)] = [:]
  private var sample = Thinned<Double>(capacity: 1 << 16)

  package init() {}

  /// Counts a number; a number that is not positive and finite is ignored.
  package mutating func add(_ value: Double) {
    guard value > 0, value < 1e300 else { return }
    let bin = Int32((log(value) * 200).rounded(.down))
    let old = bins[bin] ?? (0, 0)
    bins[bin] = (old.count + 1, old.sum + value)
    sample.offer(value)
  }

  /// The upper median; nil without numbers.
  package var median: Double? { Quantiles.upperMedian(sample.kept) }

  /// The count and sum of the numbers above `limit`. A bin counts as a whole, by the mean of its numbers.
  package func above(_ limit: Double) -> (count: Int, sum: Double) {
    bins.values.reduce(into: (0, 0.0)) { total, bin in
      guard bin.sum > limit * Double(bin.count) else { return }
      total.0 += bin.count
      total.1 += bin.sum
    }
  }
}

/// Some values of a stream of any length. When the buffer is full, every other value is dropped and only every second,
/// fourth, … value is kept from then on, so the values stay evenly spread.
struct Thinned<Value: Sendable> {
  let capacity: Int
  var kept: [Value] = []
  var offered = 0
  private var stride = 1

  init(capacity: Int = 64) { self.capacity = capacity }

  mutating func offer(_ value: Value) {
    defer { offered += 1 }
    guard offered % stride == 0 else { return }
    if kept.count == capacity {
      kept = kept.indices.filter { $0.isMultiple(of: 2) }.map { kept[$0] }
      stride *= 2
      guard offered % stride == 0 else { return }
    }
    kept.append(value)
  }
}
