import GazeMetrics
import GazePipeline
import GazeRecording

extension GazeComparisonReport {
  /// The rows, the smallest error first; rows without an error are last.
  var sorted: [GazeComparison.Row] {
    rows.sorted { ($0.errorPoints ?? .infinity) < ($1.errorPoints ?? .infinity) }
  }

  /// The conclusion of the short form.
  var conclusion: String {
    // Neither a page nor a picture marks ties.
    GazeComparisonBrief.brief(self, Invocation([]), all: false).conclusion.replacing(" (~)", with: "")
  }

  /// The pointer's error of each row, the best one first.
  package var rangesPicture: String {
    var frame = PictureFrame(conclusion, lead: subject + ".")
    let rows = sorted + resting
    guard rows.contains(where: { $0.errorPoints != nil }) else {
      frame.addText("None of these runs has an error that could be measured.", "ink")
      return frame.text("")
    }
    let axis = Self.axis(rows.map(pointer))
    let isOne = Set(rows.map(\.recline)).count == 1
    frame.addText("Median pointer error in points, mean over people; whiskers: 95 % over people.")
    let ranges = rows.map { row in
      let recline = isOne ? "" : row.recline.map { ", \(NumberText.shortest($0))°" } ?? ""
      return RangeRow(
        name: GazeComparisonBrief.short(row.label) + recline, words: pointer(row).words, value: row.errorPoints,
        interval: row.errorPointsCI95, isReference: row.label == reference)
    }
    return RangeRow.picture(ranges, axis, &frame)
  }
}

extension Comparison {
  /// The conclusion of the short form.
  var conclusion: String {
    ComparisonBrief.brief(self, Invocation([]), all: false).conclusion.replacing(" (~)", with: "")
  }

  /// The first headline metric of each pipeline, the smallest value first.
  package var rangesPicture: String {
    var frame = PictureFrame(conclusion, lead: subject + ".")
    guard let metric = Self.metrics(rows).first(where: { headlines.contains($0.metric) }) else {
      frame.addText("None of these runs has a figure that could be measured.", "ink")
      return frame.text("")
    }
    let own = rows.map { row in (row: row, figure: row.figures.first { $0.metric == metric.metric }) }
      .sorted { ($0.figure?.value ?? .infinity) < ($1.figure?.value ?? .infinity) }
    let ends = own.flatMap { [$0.figure?.value, $0.figure?.ci95?.lower, $0.figure?.ci95?.upper].compactMap { $0 } }
    let unit = MetricText.printed(unit: metric.unit)
    let name = MetricText(metric.metric).words + (unit.isEmpty ? "" : " (\(unit))")
    let condition = conditions?.first.map { " Condition: \($0.condition.name)." } ?? ""
    frame.addText(Sentence.text(name + "; whiskers: 95 % over people.") + condition)
    let ranges = own.map { row, figure in
      let range = FigureText.interval95(figure?.ci95, metric.metric)
      let value = FigureText.value(figure?.value, metric.metric)
      return RangeRow(
        name: row.pipeline, words: figure?.value == nil ? "not measured" : "\(value), \(range)", value: figure?.value,
        interval: figure?.ci95, isReference: row.pipeline == reference)
    }
    return RangeRow.picture(ranges, Axis("", holding: ends + [0]), &frame)
  }
}

/// One pipeline with its interval.
private struct RangeRow {
  var name: String
  var words: String
  var value: Double?
  var interval: ConfidenceInterval?
  var isReference: Bool

  /// A strip for each pipeline, and their axis.
  static func picture(_ ranges: [RangeRow], _ axis: Axis, _ frame: inout PictureFrame) -> String {
    let strips = Strip(axis)
    StripRows.add(
      ranges.map { range in
        StripRows.Row(
          name: range.name, value: range.words,
          strip: {
            strips.drawing(
              range.value, range.interval, series: range.isReference ? 0 : 1,
              description: XML.text("\(range.name): \(range.words)"), place: $0)
          })
      }, to: &frame)
    frame.add(height: 20) {
      strips.scale(
        place: "x=\"\(svg(PictureFrame.margin))\" y=\"\(svg($0))\" width=\"\(svg(PictureFrame.inner))\"")
    }
    frame.addLegend([
      ("<use href=\"#m0\" x=\"13\" y=\"8\" class=\"s0\"/>", "the pipeline to which the others are compared"),
      ("<use href=\"#m1\" x=\"13\" y=\"8\" class=\"s1\"/>", "other pipelines"),
    ])
    return frame.text(ranges.map { "\($0.name): \($0.words)." }.joined(separator: " "))
  }
}
