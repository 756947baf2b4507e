import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting
import PortableFoundation

extension Report {
  /// The report as Markdown (GitHub's): the verdict, the gates, the metrics and the subject.
  package var markdown: String {
    let presentation = R.presentation(self)
    var lines: [String] = []
    let mark: [GateVerdict: String] = [.pass: "✅ pass", .fail: "❌ fail", .inconclusive: "❔ inconclusive"]
    let ending = verdict == .pass ? limitsLeftOut.ending : ""
    let said = verdict.flatMap { mark[$0] } ?? "evaluation of"
    lines.append("## gazesim: \(said)\(ending) \(Markdown.text(self.device))")
    lines += warnings.flatMap { ["", "**\(Markdown.text($0))**"] }
    // A rig's settings are long texts that must not be cut off.
    let hasUnits = !R.facts.namesHoldUnits
    let conditions = presentation.conditions
    lines += ["", Markdown.text(about), "", hasUnits ? Markdown.prose(conditions) : Markdown.text(conditions)]
    let (unitHead, unitRule) = hasUnits ? (" unit |", " --- |") : ("", "")
    func unitCell(_ metric: String) -> String { hasUnits ? " \(Markdown.cell(plainUnit(metric))) |" : "" }
    if !gates.isEmpty {
      lines += [
        "", "| gate | verdict | value |\(unitHead) 95 % over people |", "| --- | --- | --: |\(unitRule) --- |",
      ]
      for gate in gates {
        lines.append(
          "| \(Markdown.cell(gate.rule)) | \(mark[gate.verdict] ?? "") | \(NumberText.brief(gate.value)) "
            + "|\(unitCell(gate.metric)) \(Markdown.interval(gate.ci95, gate.peopleNeeded)) |")
      }
    }
    for line in limitsLeftOut.lines { lines += ["", Markdown.text(line)] }
    if let baseline {
      lines += [
        "", "| against the baseline | verdict | before | now | change | 95 % over people |",
        "| --- | --- | --: | --: | --: | --- |",
      ]
      for row in baseline.comparisons {
        lines.append(
          "| \(Markdown.cell(row.rule)) | \(mark[row.verdict] ?? "") | \(NumberText.brief(row.before)) | "
            + "\(NumberText.brief(row.after)) | \(row.change.map(BaselineComparison.Row.percent) ?? "") | "
            + "\(row.interval) |")
      }
      for remark in baseline.remarks { lines += ["", Markdown.text(remark)] }
    }
    if let lagAdvice { lines += ["", Markdown.prose(lagAdvice)] }
    if let correctnessOmitted { lines += ["", Markdown.prose(correctnessOmitted)] }
    if let correctness {
      lines += [
        "",
        Markdown.prose(
          "Correctness, on error-free simulated gaze: \(mark[correctness.verdict] ?? ""); \(correctness.summary)."),
      ]
      for finding in correctness.findings { lines += ["", "- " + Markdown.prose(finding)] }
      if correctness.verdict != .pass {
        lines += [
          "", "| correctness | verdict | eyes on the target | ARKit's eyes | expected |",
          "| --- | --- | --: | --: | --- |",
        ]
        for check in correctness.checks {
          lines.append(
            "| \(Markdown.cell(check.name)) | \(mark[check.verdict] ?? "") | \(NumberText.brief(check.physical, 3)) "
              + "| \(NumberText.brief(check.arkit, 3)) | \(check.range) |")
        }
      }
    }
    if let looks {
      let people = looks.people.prefix(looks.taken).map(String.init).joined(separator: ", then ")
      lines += ["", Markdown.text("Judged after \(people) people; \(looks.method).")]
    }
    lines += ["", "| figure | value |\(unitHead) 95 % over people |", "| --- | --: |\(unitRule) --- |"]
    for figure in presentation.shown {
      lines.append(
        "| \(Markdown.cell(figure.metric)) | \(NumberText.brief(figure.value)) |\(unitCell(figure.metric)) "
          + "\(Markdown.interval(figure.ci95, figure.peopleNeeded)) |")
    }
    lines += presentation.parts.flatMap(Markdown.lines)
    if failingParticipants > 0 {
      lines += ["", "\(failingParticipants) people whom tracking fails are in none of these figures."]
    }
    if self.source == "simulated" {
      lines += [
        "", "Simulated people: these figures compare pipelines and catch regressions; they say nothing of a phone.",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Escapes arbitrary text for Markdown.
enum Markdown {
  /// Escapes characters with a meaning in Markdown and replaces invisible characters, so that the text stays one line
  /// and contains no HTML.
  static func text(_ text: String) -> String {
    MarkupText.escaped(text) { scalar, escaped in
      if "\\`*_[]|#~!@$".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.append(scalar.properties.generalCategory == .format ? " " : scalar)
    }
  }

  /// Escapes a sentence that this program wrote; it may be longer than a name from a file.
  static func prose(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { Self.text(String($0)) }.joined(separator: " ")
  }

  static func cell(_ value: String) -> String { text(value) }

  /// Lines of a report's part, after an empty line.
  static func lines(_ part: ReportPart) -> [String] {
    switch part {
    case .remark(let sentence): ["", prose(sentence)]
    case .table(let columns, let rows):
      ["", "| \(columns.map(\.name).joined(separator: " | ")) |"]
        + ["| \(columns.map { $0.isNumber ? "--:" : "---" }.joined(separator: " | ")) |"]
        + rows.map { "| \($0.joined(separator: " | ")) |" }
    }
  }

  static func interval(_ interval: ConfidenceInterval?, _ peopleNeeded: Int?) -> String {
    interval.map { "\(NumberText.brief($0.lower)) to \(NumberText.brief($0.upper))" } ?? peopleNeeded.map {
      "needs \($0) people"
    } ?? ""
  }
}
