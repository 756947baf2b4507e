import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The verdict and its gates; without gates, the headline figures.
enum VerdictSection {
  static let marks: [GateVerdict: String] = [.pass: "✓ pass", .fail: "✕ fail", .inconclusive: "? inconclusive"]

  static func badge(_ verdict: GateVerdict) -> String {
    "<span class=\"verdict \(verdict.rawValue)\">\(marks[verdict] ?? "")</span>"
  }

  static func html<R>(_ e: Report<R>, _ headline: [PageParts.Headline]) -> String {
    guard let verdict = e.verdict else {
      return HTML.section(
        "verdict", "At a glance",
        "<p>No limit was given, so there is no verdict. <code>gazesim gate</code> compares these figures with "
          + "limits.</p>"
          + figures(headline))
    }
    let counts = [GateVerdict.pass, .fail, .inconclusive].compactMap { kind -> String? in
      let count = e.count(kind)
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    let rows = e.gates.isEmpty ? "" : strips(e)
    let note =
      verdict == .inconclusive
      ? "<p>Inconclusive: the limit lies inside the interval, or there is no interval. More people may give a "
        + "verdict.</p>"
      : ""
    return HTML.section(
      "verdict", "Verdict",
      "<p>\(subjects(e)): \(counts.joined(separator: ", ")).</p>\(note)"
        + e.limitsLeftOut.lines.map { "<p>\(HTML.text($0))</p>" }.joined()
        + rows + comparison(e) + correctness(e) + looks(e) + figures(headline))
  }

  /// `6 figures, 9 checks of the mapping`.
  private static func subjects<R>(_ e: Report<R>) -> String {
    let (figures, checks) = (e.gates.count + (e.baseline?.comparisons.count ?? 0), e.correctness?.checks.count ?? 0)
    return [
      figures > 0 ? NumberText.count(figures, "figure") : nil,
      checks > 0 ? NumberText.count(checks, "check") + " of the mapping" : nil,
      e.wrongRecordings.isEmpty ? nil : NumberText.count(e.wrongRecordings.count, "recording"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The correctness of the mapping, which does not depend on the people.
  private static func correctness(_ e: Report<some Rig>) -> String {
    guard let stage = e.correctness else {
      return e.correctnessOmitted.map { "<h3>Correctness</h3><p>\(HTML.prose($0))</p>" } ?? ""
    }
    let rows = stage.checks.map { check in
      [
        HTML.text(check.name), badge(check.verdict), digits(check.physical), digits(check.arkit),
        HTML.text(check.range),
      ]
    }
    return
      "<h3>Correctness</h3><p>\(badge(stage.verdict)) On error-free simulated gaze: \(HTML.text(stage.summary)).</p>"
      + stage.findings.map { "<p><strong>\(HTML.text($0))</strong></p>" }.joined()
      + HTML.table(
        "The mapping on two faces without noise; a figure fails if it is wrong on both, or if it names an eye",
        ["figure", "verdict", "eyes on the target", "ARKit’s eyes", "expected"], rows)
  }

  private static func digits(_ value: Double?) -> String { value.map(NumberText.significantDigits) ?? "–" }

  private static func strips(_ e: Report<some Rig>) -> String {
    let gates = e.gates
    let isStrict = gates.contains { ($0.decision?.level ?? 0.95) > 0.95 }
    return
      "<ul class=\"rows\">\(gates.map { row($0, e) }.joined())</ul><p class=\"muted\">Dot: the figure; whisker: its "
      + "95 % interval over people; tinted: the side that the limit allows. "
      + (isStrict
        ? "A gate passes if an interval corrected for the interim analyses, somewhat wider than the whisker, "
          + "is wholly tinted.</p>" : "A gate passes if the whole whisker is tinted.</p>")
  }

  /// The comparison with the baseline, metric by metric.
  private static func comparison(_ e: Report<some Rig>) -> String {
    guard let baseline = e.baseline else { return "" }
    let rows = baseline.comparisons.map { row in
      [
        e.label(row.metric), badge(row.verdict),
        HTML.text(FigureText.value(row.before, row.metric, unit: e.declaredUnit(row.metric))),
        HTML.text(FigureText.value(row.after, row.metric, unit: e.declaredUnit(row.metric))),
        HTML.text(row.change.map(BaselineComparison.Row.percent) ?? "–"), HTML.text(row.interval),
        HTML.text(BaselineComparison.Row.percent(row.direction == .max ? row.margin : -row.margin)),
      ]
    }
    let table = HTML.table(
      "Against the baseline, person by person: \(baseline.participants) people",
      ["figure", "verdict", "before", "now", "change", "95 % over people", "allowed"], rows)
    return "<h3>Against the baseline</h3>" + table
      + baseline.remarks.map { "<p><strong>\(HTML.text($0))</strong></p>" }.joined()
  }

  private static func looks(_ e: Report<some Rig>) -> String {
    guard let looks = e.looks else { return "" }
    let people = looks.people.prefix(looks.taken).map(String.init).joined(separator: ", then ")
    return "<p class=\"muted\">Judged after \(people) people; \(HTML.text(looks.method)).</p>"
  }

  private static func row(_ gate: GateResult, _ e: Report<some Rig>) -> String {
    let row = VerdictRow(gate, in: e)
    return "<li><span class=\"name\">\(badge(gate.verdict))<span>\(e.label(gate.metric))</span></span>"
      + "<span>\(row.strip())</span><span class=\"value\">\(HTML.text("\(row.value), \(row.note)"))</span></li>"
  }

  /// The headline figures.
  private static func figures(_ headline: [PageParts.Headline]) -> String {
    let list = headline.map { "<div><dt>\($0.name)</dt><dd>\($0.value)</dd><dd>\($0.note)</dd></div>" }.joined()
    return "<dl class=\"figures\">\(list)</dl>"
  }
}
