import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The verdict and its gates; without gates, the headline figures.
struct VerdictSection<R: Rig> {
  private let e: Report<R>
  private let rigWords: RigWords

  init(_ report: Report<R>, _ rigWords: RigWords) { (e, self.rigWords) = (report, rigWords) }

  var html: String {
    guard let verdict = e.verdict else {
      return HTML.section(
        "verdict", "At a glance",
        """
        <p><strong>\(HTML.prose(rigWords.conclusion))</strong>. No limit was given, so there is no verdict. \
        <code>gazesim gate</code> compares these figures with limits.</p>
        """ + figures)
    }
    let counts = [GateVerdict.pass, .fail, .inconclusive].compactMap { kind -> String? in
      let count = e.count(kind)
      return count > 0 ? "\(count) \(kind.rawValue)" : nil
    }
    let note =
      verdict == .inconclusive
      ? """
      <p>Inconclusive: the limit lies inside the interval, or there is no interval. More people may give a \
      verdict.</p>
      """
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
      """
      <h3>Correctness</h3><p>\(stage.verdict.badge) On error-free simulated gaze: \
      \(HTML.text(stage.summary)).</p>
      """ + stage.findings.map { "<p><strong>\(HTML.text($0))</strong></p>" }.joined()
  }

  /// A strip per limit, and per comparison with the baseline.
  private var strips: String {
    let rows = e.verdictRows
    guard !rows.isEmpty else { return "" }
    let isStrict = e.gates.contains { ($0.decision?.level ?? 0.95) > 0.95 }
    let items = rows.map { row in
      """
      <li><span class="name">\(row.verdict.badge)<span>\(HTML.text(row.name))</span></span>\
      <span>\(row.strip())</span><span class="value">\(HTML.text(row.value)), \(HTML.text(row.note))</span></li>
      """
    }
    return
      "<ul class=\"rows\">\(items.joined())</ul><p class=\"muted\">Dot: the figure; whisker: its "
      + "95 % interval over people; tinted: the side that the limit allows. "
      + (isStrict
        ? """
        A gate passes if an interval corrected for the interim analyses, somewhat wider than the whisker, \
        is wholly tinted.</p>
        """ : "A gate passes if the whole whisker is tinted.</p>")
  }

  /// The headline figures.
  private var figures: String {
    let items = rigWords.metrics.compactMap { name -> String? in
      guard let figure = e.figure(name), figure.value != nil else { return nil }
      let words = MetricText(name).words
      return """
        <div><dt>\(HTML.text(words.prefix(1).uppercased() + words.dropFirst()))</dt>\
        <dd>\(HTML.text(FigureText.value(figure.value, name)))</dd>\
        <dd>\(HTML.text(FigureText.interval95(figure.ci95, name, needed: figure.peopleNeeded)))</dd></div>
        """
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

/// A figure that was judged, in words and as a strip: a row of the page's verdict and of the verdict's picture.
struct VerdictRow {
  /// Name of the figure in words, as text.
  var name: String
  /// The figure's verdict.
  var verdict: GateVerdict
  /// The value with its unit.
  var value: String
  /// The interval and the limit in words.
  var note: String
  private var number: Double?
  private var interval: ConfidenceInterval?
  private var limit: Double
  private var isMax: Bool

  /// The row of a limit.
  init(_ gate: GateResult) {
    name = MetricText(gate.metric).words
    (verdict, number, interval) = (gate.verdict, gate.value, gate.ci95)
    (limit, isMax) = (gate.limit, gate.direction == .max)
    value = gate.value == nil ? "not measured" : FigureText.value(gate.value, gate.metric)
    let range = FigureText.interval95(gate.ci95, gate.metric, needed: gate.peopleNeeded)
    note =
      "\(range), limit \(isMax ? "at most" : "at least") "
      // A limit that is not 0 must not be shown as 0.
      + (abs(limit) > 0 && abs(limit) < 0.0005
        ? "\(limit)" + FigureText.unit(MetricText(gate.metric).unit)
        : FigureText.limitValue(limit, gate.metric))
  }

  /// The row of a comparison with a baseline, in percent of the earlier value.
  init(_ row: BaselineComparison.Row) {
    typealias Percent = BaselineComparison.Row
    name = "\(MetricText(row.metric).words), change"
    (verdict, number, interval) = (row.verdict, row.change, row.ci95)
    (limit, isMax) = (row.direction == .max ? row.margin : -row.margin, row.direction == .max)
    value = row.change.map(Percent.percent) ?? "not measured"
    let range = row.ci95 == nil ? "no interval" : "\(row.interval) (95 %)"
    note = "\(range), limit \(isMax ? "at most" : "at least") \(Percent.percent(limit))"
  }

  /// The row in one sentence.
  var sentence: String { "\(name): \(verdict.rawValue), \(value), \(note)." }

  /// The strip; `attributes` is its place and width within an outer drawing.
  func strip(attributes: String = "width=\"100%\"") -> String {
    let values = [number, interval?.lower, interval?.upper, limit].compactMap { $0 }.filter(\.isFinite)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    let room = max((high - low) * 0.15, abs(high) * 0.02, 1e-9)
    let axis = Axis("", holding: [max(low - room, low >= 0 ? 0 : -.infinity), high + room])
    return Strip(axis).drawing(
      number, interval, limit: limit, isMax: isMax, series: verdict == .fail ? 1 : verdict == .pass ? 0 : 5,
      description: XML.text(sentence), attributes: attributes)
  }
}

extension Report {
  /// The judged figures: the limits, then the comparisons with the baseline.
  var verdictRows: [VerdictRow] { gates.map { VerdictRow($0) } + (baseline?.comparisons ?? []).map { VerdictRow($0) } }
}
