import Foundation
import GazeMetrics

extension Evaluation {
  /// As Markdown (GitHub's): verdict first, gates, figures, and what they are of.
  public var markdown: String {
    var lines: [String] = []
    let mark: [Verdict: String] = [.pass: "✅ pass", .fail: "❌ fail", .inconclusive: "❔ inconclusive"]
    lines.append("## gazesim: \(verdict.flatMap { mark[$0] } ?? "evaluation of") \(Markdown.text(device))")
    lines += ["", Markdown.text(subject), "", Markdown.text(conditions)]
    if !gates.isEmpty {
      lines += ["", "| gate | verdict | value | 95 % over people |", "| --- | --- | --: | --- |"]
      for gate in gates {
        lines.append(
          "| \(Markdown.cell(gate.rule)) | \(mark[gate.verdict] ?? "") | \(number(gate.value)) | "
            + "\(Markdown.interval(gate.ci95, gate.peopleNeeded)) |")
      }
    }
    if let baseline {
      lines += [
        "", "| against the baseline | verdict | before | now | change | 95 % over people |",
        "| --- | --- | --: | --: | --: | --- |",
      ]
      for row in baseline.comparisons {
        lines.append(
          "| \(Markdown.cell(row.rule)) | \(mark[row.verdict] ?? "") | \(number(row.before)) | \(number(row.after)) | "
            + "\(row.change.map(BaselineComparison.Row.percent) ?? "") | \(row.interval) |")
      }
      for remark in baseline.remarks { lines += ["", Markdown.text(remark)] }
    }
    if let looks {
      let people = looks.people.prefix(looks.taken).map(String.init).joined(separator: ", then ")
      lines += ["", Markdown.text("Looked at \(people) people; \(looks.method).")]
    }
    lines += ["", "| figure | value | 95 % over people |", "| --- | --: | --- |"]
    for figure in shownFigures {
      lines.append(
        "| \(Markdown.cell(figure.metric)) | \(number(figure.value)) | "
          + "\(Markdown.interval(figure.ci95, figure.peopleNeeded)) |")
    }
    let s = scroll
    lines += [
      "",
      "\(s.truth) scrolls wanted, \(s.detected) made: \(s.truePositives) wanted, \(s.falsePositives) false, "
        + "\(s.falseNegatives) missed. A Midas touch: \(Markdown.text(s.midasDefinition))",
    ]
    lines += sizesTable + curveTable
    if failing.participants > 0 {
      lines += ["", "\(failing.participants) people whom tracking fails are in none of these figures."]
    }
    if source == "simulated" {
      lines += [
        "", "Simulated people: these figures compare pipelines and catch regressions; they say nothing of a phone.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a person feels first; of the raw pointer only what smoothing is there for.
  private var shownFigures: [Figure] {
    let felt = [
      "scroll.unreadLinesLost", "scroll.timeToRecoverSeconds", "scroll.pageCompletion", "scroll.timeOverTouch",
      "scroll.offScreenScrollPointsPerMinute",
    ]
    let raw = ["errorDegrees.median", "precisionRMSS2SDegrees", "latencyMilliseconds"].map { "pointer.raw." + $0 }
    let all = figures
    let others = all.filter {
      !felt.contains($0.metric) && (!$0.metric.hasPrefix("pointer.raw.") || raw.contains($0.metric))
    }
    return felt.compactMap { name in all.first { $0.metric == name } } + others
  }

  private var sizesTable: [String] {
    let sizes = pointer.targetSizes.filter { $0.hitRate != nil }
    guard !sizes.isEmpty else { return [] }
    return ["", "| target, points | pointer inside | 95 % over people |", "| --: | --: | --- |"]
      + sizes.map { "| \(number($0.points, 0)) | \(number($0.hitRate, 3)) | \(Markdown.interval($0.ci95, nil)) |" }
  }

  private var curveTable: [String] {
    let points = scroll.toleranceCurve.filter { $0.f1 != nil }
    guard !points.isEmpty else { return [] }
    return ["", "| a scroll may be late by, s | precision | recall | F1 |", "| --: | --: | --: | --: |"]
      + points.map {
        "| \(number($0.lateSeconds, 2)) | \(number($0.precision, 3)) | \(number($0.recall, 3)) | \(number($0.f1, 3)) |"
      }
  }
}

/// Text that may hold anything, in Markdown.
enum Markdown {
  /// Characters that mean something are escaped, those that steer become blanks, so that it stays one line and no HTML.
  static func text(_ text: String) -> String {
    MarkupText.escaped(text) { scalar, escaped in
      if "\\`*_[]|#~!@$".unicodeScalars.contains(scalar) { escaped.append("\\") }
      let isSteering = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      escaped.append(isSteering ? " " : scalar)
    }
  }

  static func cell(_ value: String) -> String { text(value) }

  static func interval(_ interval: Interval?, _ peopleNeeded: Int?) -> String {
    interval.map { "\(number($0.lower)) to \(number($0.upper))" } ?? peopleNeeded.map { "takes \($0) people" } ?? ""
  }
}
