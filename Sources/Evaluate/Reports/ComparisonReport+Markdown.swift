import GazeMetrics

extension ComparisonReport {
  /// As Markdown: the table, what the rows are, and the bridge.
  public var markdown: String {
    func cell(_ value: Double?, _ interval: Interval?) -> String {
      guard value != nil else { return "" }
      return interval.map { "\(number(value)) (\(number($0.lower)) to \(number($0.upper)))" } ?? number(value)
    }
    var lines = ["## Pipelines compared on \(Markdown.text(device))", "", Markdown.text(subject) + "."]
    lines += remarks.flatMap { ["", Markdown.text($0)] }
    lines += [
      "", "| pipeline | recline | error pt | ratio | precision | recall | F1 | false/min | off-screen pt/min |",
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for r in rows {
      let cells = [
        Markdown.cell(r.label), number(r.recline), cell(r.errorPoints, r.errorPointsCI95), cell(r.ratio, r.ratioCI95),
        cell(r.precision, r.precisionCI95), cell(r.recall, r.recallCI95), cell(r.f1, r.f1CI95),
        cell(r.falsePerMinute, r.falsePerMinuteCI95), number(r.offScreenScrollPointsPerMinute),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
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
      "| pipeline | gain x, y | a ray through the camera lands at | off by mm | screen it takes, mm | camera it takes, mm |",
      "|---|--:|--:|--:|--:|--:|",
    ]
    func pair(_ values: [Double]) -> String { values.map { number($0) }.joined(separator: ", ") }
    for r in bridge.rules {
      let cells = [
        Markdown.cell(r.pipeline), pair(r.gain), pair(r.cameraLandsAt), number(r.offByMillimetres),
        pair(r.screenMillimetres), pair(r.cameraMillimetres),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
