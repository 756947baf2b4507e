import GazeMetrics
import GazePipeline
import GazeRecording

/// A comparison as plain text.
enum GazeComparisonText {
  static func lines(_ report: GazeComparisonReport) -> [String] {
    [report.subject] + report.remarks.flatMap { Wrapping.lines($0, indent: 0) } + table(report) + ranges(report) + [""]
      + pipelines(report) + [""] + BridgeText.lines(report.bridge)
  }

  /// One table per recline, with an arm's rows below its pipeline.
  private static func table(_ report: GazeComparisonReport) -> [String] {
    var lines: [String] = []
    for recline in report.rows.map(\.recline).reduce(into: [Double?](), { if !$0.contains($1) { $0.append($1) } }) {
      var table = Table(
        [
          recline.map { "recline \(NumberText.fixed($0, 0))°" } ?? "as recorded", "error pt", "ratio", "precision",
          "recall", "F1", "false/min",
          "off pt/min",
        ] + (report.showsSmoothing ? ["lag ms", "jitter deg"] : []))
      var last = ""
      for r in report.rows + report.resting where r.recline == recline {
        let isNext = r.pipeline == last && r.label.hasPrefix(r.pipeline)
        last = r.pipeline
        table.add(
          [
            isNext ? "  " + r.label.dropFirst(r.pipeline.count + 1) : r.label,
            cell(r.errorPoints, r.errorPointsCI95, 0),
            r.label == report.reference ? "1 (reference)" : cell(r.ratio, r.ratioCI95, 2),
            cell(r.precision, r.precisionCI95, 2), cell(r.recall, r.recallCI95, 2), cell(r.f1, r.f1CI95, 2),
            cell(r.falsePerMinute, r.falsePerMinuteCI95, (r.falsePerMinute ?? 0) < 100 ? 1 : 0),
            NumberText.fixed(r.offScreenScrollPointsPerMinute, 0),
          ]
            + (report.showsSmoothing
              ? [NumberText.fixed(r.latencyMilliseconds, 0), NumberText.fixed(r.jitterDegrees, 3)] : []))
      }
      lines += [""] + table.lines
    }
    return lines
  }

  /// Smallest and largest estimate over the splits, each with its interval and the split that gives it.
  private static func ranges(_ report: GazeComparisonReport) -> [String] {
    guard let splits = report.splits, let count = report.splitCount else { return [] }
    var table = Table(
      ["smallest and largest over \(count) splits", "error pt", "ratio", "F1", "false/min", "off pt/min"])
    func end(_ end: GazeComparison.End, _ decimals: Int) -> String {
      "\(cell(end.value, end.ci95, decimals)) \(end.split)"
    }
    for r in splits {
      let isOne = !report.rows.contains { $0.recline != r.recline }
      let ranges = [
        (r.errorPoints, 0), (r.label == report.reference ? nil : r.ratio, 2), (r.f1, 2),
        (r.falsePerMinute, 2), (r.offScreenScrollPointsPerMinute, 0),
      ]
      table.add(
        [isOne ? r.label : "\(r.label), \(NumberText.fixed(r.recline, 0))°"]
          + ranges.map { range, decimals in range.map { end($0.smallest, decimals) } ?? "-" })
      table.add([""] + ranges.map { range, decimals in range.map { end($0.largest, decimals) } ?? "" })
    }
    return [""] + table.lines
  }

  /// The pipelines grouped by origin, about one line each, with method and assumptions.
  private static func pipelines(_ report: GazeComparisonReport) -> [String] {
    let width = report.pipelines.map(\.name.count).max() ?? 0
    let groups: [(PipelineFacts.Kind, String)] = [
      (.article, "of an article"), (.reproduction, "reproductions from published code, at github.com"),
      (.own, "the project's own"), (.program, "external programs"), (.recorded, "of the recordings"),
    ]
    return groups.flatMap { kind, title -> [String] in
      let members = report.pipelines.filter { $0.kind == kind }
      guard !members.isEmpty else { return [] }
      return [title]
        + members.flatMap { p -> [String] in
          let pad = String(repeating: " ", count: width - p.name.count)
          let place = kind == .reproduction ? p.source.replacing("github.com/", with: "") + ": " : ""
          // Assumptions about the article's values are left out, since the remarks above the list state them once for
          // all pipelines.
          let assumed = p.assumptions.filter { !$0.contains("article's") }
          let text =
            "\(p.name)\(pad)  \(place)\(p.summary); smoothing: \(p.smoothing ?? "as chosen")"
            + (assumed.isEmpty ? "" : "; assumed: " + assumed.joined(separator: "; "))
          return Wrapping.lines(text, indent: 2, hanging: width + 2, width: 138)
        }
    }
  }

  /// Such as `0.62 [.55, .70]`: the ends of an interval drop a leading zero.
  private static func cell(_ value: Double?, _ interval: ConfidenceInterval?, _ decimals: Int) -> String {
    guard let value else { return "-" }
    guard let interval else { return NumberText.fixed(value, decimals) }
    func short(_ end: Double) -> String {
      let text = NumberText.fixed(end, decimals)
      return text.hasPrefix("0.") ? String(text.dropFirst()) : text
    }
    return "\(NumberText.fixed(value, decimals)) [\(short(interval.lower)), \(short(interval.upper))]"
  }
}
