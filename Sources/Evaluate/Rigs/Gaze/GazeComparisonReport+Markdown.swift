import GazeMetrics
import GazePipeline
import GazeRecording

extension GazeComparisonReport {
  /// The comparison as Markdown: the table, the pipelines, and the constants in metres.
  package var markdown: String {
    func cell(_ value: Double?, _ interval: ConfidenceInterval?, _ decimals: Int = 2) -> String {
      guard value != nil else { return "" }
      let text = NumberText.brief(value, decimals)
      return interval.map {
        "\(text) (\(NumberText.brief($0.lower, decimals)) to \(NumberText.brief($0.upper, decimals)))"
      } ?? text
    }
    var lines = ["## Pipelines compared on \(Markdown.text(device))", "", Markdown.text(subject) + "."]
    lines += remarks.flatMap { ["", Markdown.text($0)] }
    lines += [
      "",
      "| pipeline | recline | error pt | ratio | precision | recall | F1 | false/min | off-screen pt/min |"
        + (showsSmoothing ? " lag ms | jitter deg |" : ""),
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|" + (showsSmoothing ? "--:|--:|" : ""),
    ]
    for r in rows + resting {
      let cells =
        [
          Markdown.cell(r.label), NumberText.brief(r.recline, 0), cell(r.errorPoints, r.errorPointsCI95, 0),
          cell(r.ratio, r.ratioCI95),
          cell(r.precision, r.precisionCI95), cell(r.recall, r.recallCI95), cell(r.f1, r.f1CI95),
          cell(r.falsePerMinute, r.falsePerMinuteCI95), NumberText.brief(r.offScreenScrollPointsPerMinute, 0),
        ] + (showsSmoothing ? [NumberText.brief(r.latencyMilliseconds, 0), NumberText.brief(r.jitterDegrees, 3)] : [])
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    if let splits, let splitCount {
      lines += [
        "", "### Smallest and largest over \(splitCount) splits of the raw error", "",
        "| pipeline | recline | error pt | ratio | F1 | false/min | off-screen pt/min |",
        "|---|--:|--:|--:|--:|--:|--:|",
      ]
      func range(_ range: GazeComparison.SplitRange?, _ decimals: Int) -> String {
        guard let range else { return "" }
        return [range.smallest, range.largest].map { cell($0.value, $0.ci95, decimals) }.joined(separator: " … ")
      }
      for r in splits {
        let cells = [
          Markdown.cell(r.label), NumberText.brief(r.recline, 0), range(r.errorPoints, 0), range(r.ratio, 2),
          range(r.f1, 2), range(r.falsePerMinute, 2), range(r.offScreenScrollPointsPerMinute, 0),
        ]
        lines.append("| \(cells.joined(separator: " | ")) |")
      }
    }
    lines += ["", "| pipeline | what it is | source | smoothing | assumed |", "|---|---|---|---|---|"]
    for p in pipelines {
      let cells = [
        p.name, p.summary, "\(p.kind.rawValue): \(p.source)", p.smoothing ?? "as chosen",
        p.assumptions.joined(separator: "; "),
      ]
      lines.append("| \(cells.map(Markdown.cell).joined(separator: " | ")) |")
    }
    lines += ["", "### The constants in metres", ""] + bridge.sentences.flatMap { [Markdown.text($0), ""] }
    lines += [
      "| pipeline | gain x, y | a ray through the camera lands at | off by mm | screen it takes, mm "
        + "| camera it takes, mm |",
      "|---|--:|--:|--:|--:|--:|",
    ]
    func pair(_ values: [Double], _ decimals: Int = 1) -> String {
      values.map { NumberText.brief($0, decimals) }.joined(separator: ", ")
    }
    for r in bridge.rules {
      let cells = [
        Markdown.cell(r.pipeline), pair(r.gain, 2), pair(r.cameraLandsAt, 0), NumberText.brief(r.offByMillimetres, 1),
        pair(r.screenMillimetres), pair(r.cameraMillimetres),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
