import Evaluate
import GazeMetrics

/// A comparison of a rig's pipelines as it is printed.
enum RigComparisonText {
  static func lines(_ report: RigComparison) -> [String] {
    let others = report.rows.dropLast()
    var table = TextTable(
      ["figure", "unit"] + report.rows.map(\.pipeline) + others.map { "\(report.reference) - \($0.pipeline)" })
    for metric in report.metrics {
      func own(_ row: RigComparison.Row) -> RigComparison.Figure? {
        row.figures.first { $0.metric == metric.metric }
      }
      table.add(
        [metric.metric, metric.unit == "1" ? "" : metric.unit]
          + report.rows.map { cell(own($0)?.value, own($0)?.ci95) }
          + others.map { cell(own($0)?.difference, own($0)?.differenceCI95) })
    }
    var lines = [report.subject] + report.remarks.flatMap { Wrapping.lines($0, indent: 0) } + [""] + table.lines
    if let devices = report.devices {
      var table = TextTable(devices.columns)
      for row in devices.rows { table.add(row) }
      lines += [""] + Wrapping.lines(devices.title, indent: 0) + table.lines
    }
    for row in report.rows {
      let assumed = row.assumptions.isEmpty ? "" : "; assumed: " + row.assumptions.joined(separator: "; ")
      lines += [""] + Wrapping.lines("\(row.pipeline): \(row.summary) (\(row.source))\(assumed)", indent: 0)
      lines += row.remarks.flatMap { Wrapping.lines($0, indent: 2) }
    }
    return lines
  }

  private static func cell(_ value: Double?, _ interval: Interval?) -> String {
    guard let value else { return "-" }
    // As many as its interval deserves: a difference of nearly 0 has no digits that say something.
    let decimals = Format.decimals(max(abs(value), interval.map { $0.upper - $0.lower } ?? 0))
    return Format.number(value, decimals)
      + (interval.map { " [\(Format.number($0.lower, decimals)), \(Format.number($0.upper, decimals))]" } ?? "")
  }
}
