import GazeMetrics
import GazePipeline
import GazeRecording

/// Text of a comparison of a rig's pipelines for the terminal.
enum ComparisonText {
  static func lines(_ report: Comparison) -> [String] {
    var lines = [report.subject] + report.remarks.flatMap { Wrapping.lines($0, indent: 0) }
    for part in report.parts {
      let heading = part.condition.name.isEmpty ? [] : Wrapping.lines(heading(part.condition), indent: 0)
      lines += [""] + heading + table(part.rows, report)
    }
    if let sweep = report.sweep { lines += [""] + self.sweep(sweep, report) }
    if let devices = report.devices {
      var table = Table(devices.columns)
      for row in devices.rows { table.add(row) }
      lines += [""] + Wrapping.lines(devices.title, indent: 0) + table.lines
    }
    for (place, row) in report.rows.enumerated() {
      let assumed = row.assumptions.isEmpty ? "" : "; assumed: " + row.assumptions.joined(separator: "; ")
      lines += [""] + Wrapping.lines("\(row.pipeline): \(row.summary) (\(row.source))\(assumed)", indent: 0)
      // A remark that applies under every condition is printed once.
      let remarks = report.parts.map { ($0.condition.name, $0.rows[place].remarks) }
      let common = row.remarks.filter { remark in remarks.allSatisfy { $0.1.contains(remark) } }
      lines += common.flatMap { Wrapping.lines($0, indent: 2) }
      for (name, own) in remarks {
        lines += own.filter { !common.contains($0) }.flatMap { Wrapping.lines("\(name): \($0)", indent: 2) }
      }
    }
    return lines
  }

  /// `Without prompts: the app never asks (task.forwardAtStart 0, task.forwardInterval 0).`
  private static func heading(_ condition: RigCondition) -> String {
    let set = condition.settings.sorted { $0.key < $1.key }.map { "\($0.key) \(NumberText.fixed($0.value, 0))" }
    return "\(condition.name.prefix(1).uppercased())\(condition.name.dropFirst()): \(condition.summary)"
      + (set.isEmpty ? "." : " (\(set.joined(separator: ", "))).")
  }

  /// The metrics with a column per pipeline, and the differences between pipelines, which are in the same table or, if
  /// it would be too wide, in a second one below.
  private static func table(_ rows: [Comparison.Row], _ report: Comparison) -> [String] {
    let others = rows.dropLast()
    let isWide = rows.count > 3
    let differences = others.map { "\(report.reference) - \($0.pipeline)" }
    var values = Table(["figure", "unit"] + rows.map(\.pipeline) + (isWide ? [] : differences))
    var below = Table(["figure", "unit"] + differences)
    for metric in Comparison.metrics(rows) {
      func own(_ row: Comparison.Row) -> Comparison.Figure? {
        row.figures.first { $0.metric == metric.metric }
      }
      let name = [metric.metric, metric.unit == "1" ? "" : metric.unit]
      let (value, difference) = (
        rows.map { cell(own($0)?.value, own($0)?.ci95) },
        others.map { cell(own($0)?.difference, own($0)?.differenceCI95) }
      )
      values.add(name + value + (isWide ? [] : difference))
      below.add(name + difference)
    }
    return values.lines + (isWide ? [""] + below.lines : [])
  }

  /// A table of the first headline metric with a row per condition.
  private static func sweep(_ parts: [Comparison.Part], _ report: Comparison) -> [String] {
    guard let figure = parts.first?.rows.first?.figures.first else { return [] }
    let others = report.rows.dropLast().map(\.pipeline)
    var table = Table(["condition"] + report.rows.map(\.pipeline) + others.map { "\(report.reference) - \($0)" })
    for part in parts {
      table.add(
        [part.condition.name] + part.rows.map { cell($0.figures.first?.value, $0.figures.first?.ci95) }
          + part.rows.dropLast().map { cell($0.figures.first?.difference, $0.figures.first?.differenceCI95) })
    }
    let under = report.conditions?.first.map { ", \($0.condition.name)" } ?? ""
    return Wrapping.lines(
      "\(figure.metric) (\(figure.unit))\(under), with other values of unknown constants:", indent: 0) + table.lines
  }

  private static func cell(_ value: Double?, _ interval: ConfidenceInterval?) -> String {
    guard let value else { return "-" }
    // The digits follow the interval's width, since the digits of a difference that is nearly 0 do not show how precise
    // it is.
    let decimals = NumberText.decimals(max(abs(value), interval.map { $0.upper - $0.lower } ?? 0))
    return NumberText.fixed(value, decimals)
      + (interval.map { " [\(NumberText.fixed($0.lower, decimals)), \(NumberText.fixed($0.upper, decimals))]" } ?? "")
  }
}
