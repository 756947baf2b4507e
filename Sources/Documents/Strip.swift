package import GazeMetrics
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

/// A drawing for one row of a table of metrics: a dot with its whisker, and the limit if there is one.
package struct Strip: Sendable {
  private let axis: Axis

  /// Creates strips on one axis.
  package init(_ axis: Axis) { self.axis = axis }

  private func left(_ value: Double) -> String { svg(3 + 94 * axis.share(value)) + "%" }

  /// The drawing of one row. `isMax` is true if the limit is an upper one; `place` is the place and width within an
  /// outer drawing.
  package func drawing(
    _ value: Double?, _ interval: ConfidenceInterval?, limit: Double? = nil, isMax: Bool = true, series: Int = 0,
    description: String, place: String = "width=\"100%\""
  ) -> String {
    var parts = ["<line class=\"grid\" x1=\"3%\" y1=\"14\" x2=\"97%\" y2=\"14\"/>"]
    if let limit, limit.isFinite {
      let at = axis.share(limit)
      let (from, width) = isMax ? (3.0, 94 * at) : (3 + 94 * at, 94 * (1 - at))
      parts.append("<rect class=\"good\" x=\"\(svg(from))%\" y=\"4\" width=\"\(svg(width))%\" height=\"20\"/>")
      parts.append("<line class=\"limit\" x1=\"\(left(limit))\" y1=\"1\" x2=\"\(left(limit))\" y2=\"27\"/>")
    }
    if let interval {
      parts.append(
        """
        <line class="whisker s\(series)" x1="\(left(interval.lower))" y1="14" x2="\(left(interval.upper))" \
        y2="14"/>
        """
      )
      for end in [interval.lower, interval.upper] {
        parts.append("<line class=\"cap s\(series)\" x1=\"\(left(end))\" y1=\"9\" x2=\"\(left(end))\" y2=\"19\"/>")
      }
    }
    if let value, value > axis.upper {
      parts.append("<text class=\"strong\" x=\"97%\" y=\"18\" dx=\"-12\" text-anchor=\"end\">beyond →</text>")
    } else if let value, value.isFinite {
      parts.append("<use href=\"#m\(series)\" x=\"\(left(value))\" y=\"14\" class=\"s\(series)\"/>")
    }
    return "<svg class=\"strip\" role=\"img\" \(place) height=\"28\" aria-label=\"\(description)\">"
      + parts.joined() + "</svg>"
  }

  /// The axis below a table of strips.
  package func scale(place: String = "width=\"100%\"") -> String {
    let ticks = axis.ticks.map { tick in
      """
      <line class="grid" x1="\(left(tick))" y1="0" x2="\(left(tick))" y2="4"/>\
      <text x="\(left(tick))" y="16" text-anchor="middle">\(axis.text(tick))</text>
      """
    }
    return "<svg class=\"strip\" aria-hidden=\"true\" \(place) height=\"20\">\(ticks.joined())</svg>"
  }
}
