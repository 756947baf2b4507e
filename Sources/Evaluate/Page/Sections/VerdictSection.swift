import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The verdict and its gates; without gates, the headline figures.
struct VerdictSection<R: Rig> {
  private let e: Report<R>
  private let own: RigWords

  init(_ report: Report<R>, _ own: RigWords) { (e, self.own) = (report, own) }

  var html: String {
    guard let verdict = e.verdict else {
      return HTML.section(
        "verdict", "At a glance",
        "<p><strong>\(HTML.prose(own.conclusion))</strong>. No limit was given, so there is no verdict. "
          + "<code>gazesim gate</code> compares these figures with limits.</p>" + figures)
    }
    let counts = [GateVerdict.pass, .fail, .inconclusive].compactMap { kind -> String? in
      let count = e.count(kind)
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    let note =
      verdict == .inconclusive
      ? "<p>Inconclusive: the limit lies inside the interval, or there is no interval. More people may give a "
        + "verdict.</p>"
      : ""
    return HTML.section(
      "verdict", "Verdict",
      "<p>\(subjects): \(counts.joined(separator: ", ")).</p>\(note)"
        + e.limitsLeftOut.lines.map { "<p>\(HTML.text($0))</p>" }.joined() + strips + correctness
        + (e.baseline?.remarks ?? []).map { "<p><strong>\(HTML.text($0))</strong></p>" }.joined() + figures)
  }

  /// `6 figures, 9 checks of the mapping`.
  private var subjects: String {
    let (figures, checks) = (e.gates.count + (e.baseline?.comparisons.count ?? 0), e.correctness?.checks.count ?? 0)
    return [
      figures > 0 ? NumberText.count(figures, "figure") : nil,
      checks > 0 ? NumberText.count(checks, "check") + " of the mapping" : nil,
      e.wrongRecordings.isEmpty ? nil : NumberText.count(e.wrongRecordings.count, "recording"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The correctness of the mapping, which does not depend on the people.
  private var correctness: String {
    guard let stage = e.correctness else { return e.correctnessOmitted.map { "<p>\(HTML.prose($0))</p>" } ?? "" }
    return
      "<h3>Correctness</h3><p>\(stage.verdict.badge) On error-free simulated gaze: "
      + "\(HTML.text(stage.summary)).</p>" + stage.findings.map { "<p><strong>\(HTML.text($0))</strong></p>" }.joined()
  }

  /// A strip per limit, and per comparison with the baseline.
  private var strips: String {
    let rows = e.gates.map { VerdictRow($0, in: e) } + (e.baseline?.comparisons ?? []).map { VerdictRow($0, in: e) }
    guard !rows.isEmpty else { return "" }
    let isStrict = e.gates.contains { ($0.decision?.level ?? 0.95) > 0.95 }
    let items = rows.map { row in
      "<li><span class=\"name\">\(row.verdict.badge)<span>\(HTML.text(row.name))</span></span>"
        + "<span>\(row.strip())</span><span class=\"value\">\(HTML.text(row.value)), \(HTML.text(row.note))</span></li>"
    }
    return
      "<ul class=\"rows\">\(items.joined())</ul><p class=\"muted\">Dot: the figure; whisker: its "
      + "95 % interval over people; tinted: the side that the limit allows. "
      + (isStrict
        ? "A gate passes if an interval corrected for the interim analyses, somewhat wider than the whisker, "
          + "is wholly tinted.</p>" : "A gate passes if the whole whisker is tinted.</p>")
  }

  /// The headline figures.
  private var figures: String {
    let items = own.metrics.compactMap { name -> String? in
      guard let figure = e.figure(name), figure.value != nil else { return nil }
      let words = MetricText(name).words
      return "<div><dt>\(HTML.text(words.prefix(1).uppercased() + words.dropFirst()))</dt>"
        + "<dd>\(HTML.text(FigureText.value(figure.value, name)))</dd>"
        + "<dd>\(HTML.text(FigureText.interval95(figure.ci95, name, needed: figure.peopleNeeded)))</dd></div>"
    }
    return "<dl class=\"figures\">\(items.joined())</dl>"
  }
}

extension GateVerdict {
  /// `✓ pass`, `✕ fail`, `? inconclusive`.
  var mark: String {
    switch self {
    case .pass: "✓ pass"
    case .fail: "✕ fail"
    case .inconclusive: "? inconclusive"
    }
  }

  /// The mark as HTML.
  var badge: String { "<span class=\"verdict \(rawValue)\">\(mark)</span>" }
}
