import GazeMetrics
import GazePipeline
import GazeRecording

/// One axis of a chart: its range and its ticks.
package struct Axis: Sendable, Equatable {
  /// Ends of the axis; `upper` is larger than `lower`.
  package private(set) var lower: Double
  package private(set) var upper: Double
  /// Round numbers within the range.
  package private(set) var ticks: [Double]
  /// The label, with the unit.
  package var label: String
  private var decimals: Int

  /// An axis whose round ends enclose all finite values, with about `count` ticks.
  package init(
    _ label: String, holding values: [Double], from least: Double? = nil, to most: Double? = nil, count: Int = 5
  ) {
    let finite = values.filter { $0.isFinite && abs($0) < 1e12 } + [least, most].compactMap { $0 }
    var (low, high) = (finite.min() ?? 0, finite.max() ?? 1)
    if let least { low = max(low, least) }
    if let most { high = min(high, most) }
    if !(high - low > 1e-9 * max(abs(high), abs(low), 1e-6)) { (low, high) = (low - 0.5, low + 0.5) }
    let step = Self.step((high - low) / Double(max(count, 1)))
    lower = least ?? (low / step).rounded(.down) * step
    upper = most ?? (high / step).rounded(.up) * step
    if !(upper > lower) { upper = lower + step }
    self.label = label
    decimals = max(0, Int(-(Elementary.log(step) / Elementary.log(10) + 1e-9).rounded(.down)))
    var ticks: [Double] = []
    var tick = (lower / step - 1e-9).rounded(.up)
    while tick * step <= upper + 1e-9 * step, ticks.count < 50 {
      ticks.append(tick * step)
      tick += 1
    }
    self.ticks = ticks
  }

  /// The smallest of 1, 2 or 5 times a power of ten that is not below `raw`.
  private static func step(_ raw: Double) -> Double {
    let power = Elementary.pow(10, (Elementary.log(max(raw, 1e-12)) / Elementary.log(10)).rounded(.down))
    let lead = raw / power
    return power * (lead <= 1.0001 ? 1 : lead <= 2.0001 ? 2 : lead <= 5.0001 ? 5 : 10)
  }

  /// The position of a value along the axis, 0…1, clamped to its ends.
  package func share(_ value: Double) -> Double {
    guard value.isFinite else { return 0 }
    return min(max((value - lower) / (upper - lower), 0), 1)
  }

  /// The text of a tick.
  package func text(_ tick: Double) -> String { NumberText.typeset(fixed: tick, min(decimals, 6)) }
}
