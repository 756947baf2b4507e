package import GazeMetrics
import GazePipeline
import GazeRecording

/// A drawing for one row of a table of metrics: a dot with its whisker, and the limit if there is one.
///
/// It is 28 pixels high with its line at 14, and its axis goes from 3 to 97 % of the width, so that marks at the ends
/// are whole; `StripRows` and `RangeRow` leave room for these heights. The classes are those of `DrawingStyle`.
package struct Strip: Sendable {
  private let axis: Axis

  /// Creates strips on one axis.
  package init(_ axis: Axis) { self.axis = axis }

  private func left(_ value: Double) -> String { svg(3 + 94 * axis.share(value)) + "%" }

  /// The drawing of one row. `isMax` is true if the limit is an upper one; `attributes` is the place and width within
  /// an outer drawing.
  package func drawing(
    _ value: Double?, _ interval: ConfidenceInterval?, limit: Double? = nil, isMax: Bool = true, series: Int = 0,
    description: String, attributes: String = "width=\"100%\""
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
    return "<svg class=\"strip\" role=\"img\" \(attributes) height=\"28\" aria-label=\"\(description)\">"
      + parts.joined() + "</svg>"
  }

  /// The axis below a table of strips.
  package func scale(attributes: String = "width=\"100%\"") -> String {
    let ticks = axis.ticks.map { tick in
      """
      <line class="grid" x1="\(left(tick))" y1="0" x2="\(left(tick))" y2="4"/>\
      <text x="\(left(tick))" y="16" text-anchor="middle">\(axis.text(tick))</text>
      """
    }
    return "<svg class=\"strip\" aria-hidden=\"true\" \(attributes) height=\"20\">\(ticks.joined())</svg>"
  }
}
