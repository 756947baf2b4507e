import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting
import Inspection

/// The verdict's part of a report's short form.
extension Report {
  /// PASS, FAIL or INCONCLUSIVE, and what it is about.
  func gateHeadline(accepted: String?) -> Document {
    let subject = briefSubject
    if let accepted {
      return Document([.init("ACCEPTED", .good), .init("  as baseline \(accepted)", .strong)], subject: subject)
    }
    switch verdict ?? .inconclusive {
    case .pass:
      return Document(
        [.init("PASS", .good), .init("\(limitsLeftOut.ending)  no worse than \(references)", .strong)],
        subject: subject)
    case .fail:
      return Document([.init("FAIL", .bad), .init("  \(failures)", .strong)], subject: subject)
    case .inconclusive:
      return Document([.init("INCONCLUSIVE", .unsure), .init("  \(undecided)", .strong)], subject: subject)
    }
  }

  /// `its limits and the baseline`.
  private var references: String {
    let all = [gates.isEmpty ? nil : "its limits", baseline == nil ? nil : "the baseline"].compactMap { $0 }
    return all.isEmpty ? "it should be" : all.joined(separator: " and ")
  }

  /// `1 of 6 limits, the mapping`.
  private var failures: String {
    let (limits, changes) = (
      gates.count { $0.verdict == .fail }, baseline?.comparisons.count { $0.verdict == .fail } ?? 0
    )
    return [
      limits > 0 ? "\(limits) of \(NumberText.count(gates.count, "limit"))" : nil,
      changes > 0 ? "\(NumberText.count(changes, "figure")) worse than the baseline" : nil,
      correctness.flatMap { $0.verdict == .fail ? $0.fault : nil },
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// `2 of 6 figures; about 120 more people would decide`.
  private var undecided: String {
    if let wrong = RecordingFault.conclusion(recordingFaults ?? []) { return wrong }
    if gates.isEmpty, baseline == nil, !limitsLeftOut.isEmpty {
      let needed = subject.population.fewestPeople
      return "no built-in limit can be measured here; "
        + (participants < needed ? "limits of your own need \(needed) people" : "--write-limits makes some")
    }
    if let noValue { return noValue }
    let open = count(.inconclusive)
    let what = "\(open) of \(NumberText.count(gates.count + (baseline?.comparisons.count ?? 0), "figure"))"
    switch decisive {
    case .people(let more):
      return "\(what); about \(NumberText.count(more, "more person", "more people")) would decide"
    case .atLeast(let more):
      return "\(what); at least \(NumberText.count(more, "more person", "more people")) must be judged"
    case .noNumber: return "\(what); one is at its limit: more people do not help"
    case .unknown: return "\(what); how many more people would decide is not known"
    }
  }

  /// `scroll F1 has no value in these takes: too few scrolls`; nil if every undecided limit has a value or is known to
  /// need more people.
  private var noValue: String? {
    let names = gates.filter { $0.verdict == .inconclusive && $0.value == nil && $0.shortfall == nil }.map(\.metric)
    guard let first = names.first else { return nil }
    let rest = names.count > 1 ? " and \(names.count - 1) more" : ""
    let scrolls = names.allSatisfy { $0.hasPrefix("scroll.") }
    return "\(MetricText(first).words)\(rest) \(names.count > 1 ? "have" : "has") no value in these takes"
      + (scrolls ? ": too few scrolls" : "")
  }

  /// Number of people that are missing for a verdict.
  enum DecisivePeople: Equatable {
    /// As many more people, by today's figures.
    case people(Int)
    /// As many more people, or more: nothing is known of some figures.
    case atLeast(Int)
    /// A figure is as good as equal to its limit.
    case noNumber
    /// Nothing is known of a figure.
    case unknown
  }

  /// Number of further people with whom the widest undecided interval would end at its limit if the values stayed as
  /// they are: an interval's width falls with the square root of the number of people.
  var decisive: DecisivePeople {
    let limits = gates.filter { $0.verdict == .inconclusive }.map { Self.needed($0, participants) }
    let changes = (baseline?.comparisons ?? []).filter { $0.verdict == .inconclusive }.map {
      Self.needed($0, participants)
    }
    let most = (limits + changes).compactMap { $0 }.max() ?? 0
    if most > 1_000_000 { return .noNumber }
    let more = most - participants
    guard more > 0 else { return .unknown }
    // Two digits: the estimate is no better than that.
    let step = more < 100 ? 1 : more < 1000 ? 10 : more < 10_000 ? 100 : 1000
    let rounded = (more + step - 1) / step * step
    return (limits + changes).contains(nil) ? .atLeast(rounded) : .people(rounded)
  }

  private static func needed(_ row: BaselineComparison.Row, _ participants: Int) -> Int? {
    let limit = row.direction == .max ? row.margin : -row.margin
    let interval =
      row.decision.map { ($0.lower, $0.upper, $0.people) } ?? row.ci95.map { ($0.lower, $0.upper, participants) }
    guard let change = row.change, let interval else { return nil }
    return PeopleForecast.needed(
      value: change, limit: limit, lower: interval.0, upper: interval.1, people: interval.2)
  }

  private static func needed(_ gate: GateResult, _ participants: Int) -> Int? {
    if let shortfall = gate.shortfall {
      return max(shortfall.needed, participants + shortfall.needed - shortfall.people)
    }
    guard let value = gate.value else { return nil }
    let interval =
      gate.decision.map { ($0.lower, $0.upper, $0.people) } ?? gate.ci95.map { ($0.lower, $0.upper, participants) }
    return interval.flatMap {
      PeopleForecast.needed(value: value, limit: gate.limit, lower: $0.0, upper: $0.1, people: $0.2)
    }
  }

  /// Everything that was judged: failures first, then what is undecided.
  func addJudged(to document: inout Document, isAccepted: Bool) {
    let order: [GateVerdict] = [.fail, .inconclusive, .pass]
    var table = Table([
      .init(""), .init("figure"), .init("now", right: true), .init("95 % over people", right: true),
      .init("limit", right: true),
    ])
    for gate in order.flatMap({ verdict in gates.filter { $0.verdict == verdict } }) {
      let interval =
        gate.shortfall.map { "takes \($0.needed) people" } ?? FigureText.interval(gate.ci95, gate.metric)
      table.add([
        Self.mark(gate.verdict), .init(MetricText(gate.metric).words),
        .init(FigureText.value(gate.value, gate.metric)),
        .init(interval), .init(FigureText.limit(gate.limit, gate.direction, gate.metric)),
      ])
    }
    document.add(table, isInDetails: false)
    // A verdict needs a wider interval than the one shown, since there are several analyses.
    let isInside = gates.contains { gate in
      guard gate.verdict == .inconclusive, let ci = gate.ci95 else { return false }
      return gate.direction == .max ? ci.upper <= gate.limit : ci.lower >= gate.limit
    }
    if isInside {
      document.addNote(
        "? inside its limit: the interval that decides is wider, for several analyses: --details", rank: 5)
    }
    for (reason, metrics) in limitsLeftOut.groups {
      let rest = metrics.count > 1 ? " and \(metrics.count - 1) more" : ""
      document.addNote("-   \(MetricText(metrics[0]).words)\(rest): not judged, \(reason)", rank: 1)
    }
    guard let baseline else { return }
    var changes = Table([
      .init(""), .init("since the baseline"), .init("before", right: true, needed: false),
      .init("now", right: true, needed: false),
      .init("change", right: true), .init("95 %", right: true), .init("allowed", right: true),
    ])
    if isAccepted { changes.columns.removeLast() }
    for row in order.flatMap({ verdict in baseline.comparisons.filter { $0.verdict == verdict } }) {
      let interval = row.ci95.map { "\(Self.change($0.lower)) to \(Self.change($0.upper))" } ?? "-"
      changes.add(
        [
          isAccepted ? .init("") : Self.mark(row.verdict), .init(MetricText(row.metric).words),
          .init(FigureText.value(row.before, row.metric)),
          .init(FigureText.value(row.after, row.metric)), .init(row.change.map(Self.change) ?? "-"),
          .init(interval),
        ] + (isAccepted ? [] : [.init(Self.change(row.direction == .max ? row.margin : -row.margin))]))
    }
    document.add(changes, isInDetails: false)
    if baseline.isIdentical { document.addNote("Nobody's figures differ from the baseline's.", rank: 3) }
    let better = baseline.comparisons.count(where: \.isBetter)
    if better > 0, !isAccepted {
      document.addNote(
        "\(NumberText.count(better, "figure is", "figures are")) better than the baseline: accept with --accept, or a "
          + "later loss goes unnoticed.", rank: 2)
    }
  }

  /// Advice on a lag beyond a limit that the user did not choose: the part that the pipeline's own smoothing adds, and
  /// limits of its own. On error-free faces, without a tracker's delay, all lag is the pipeline's own.
  var lagAdvice: String? {
    let own = correctness?.checks.first { $0.metric == "pointer.lagMilliseconds" && $0.orientation == nil }?.physical
    guard hasDefaultLimits, correctness?.verdict == .pass, let own,
      let gate = gates.first(where: {
        $0.metric == GazeMetricName.pointerLatencyMilliseconds.rawValue && $0.verdict == .fail
      }),
      let value = gate.value, own > 0.1 * value
    else { return nil }
    return "Its own smoothing adds \(NumberText.whole(own)) of the \(NumberText.whole(value)) ms of lag; "
      + "\(NumberText.whole(gate.limit)) ms, the default limit, are for the smoothing of the pipeline standard. "
      + "If yours is meant, let --write-limits limits.json make limits from its own figures, and judge "
      + "by --limits limits.json."
  }

  /// The mapping on error-free faces.
  func addCorrectness(to document: inout Document) {
    guard let correctness else { return }
    if correctness.verdict == .pass {
      var table = Table([.init(""), .init("")])
      table.add([Self.mark(.pass), .init("mapping, on error-free faces: right axes, scale and place")])
      document.add(table, rank: 6, isInDetails: false)
    } else {
      for finding in correctness.findings { document.add(.text([.init(finding, .bad)], indent: 2), rank: 2) }
      if count(.inconclusive) > 0 {
        document.addNote("? stays undecided: more people would not change the verdict.", rank: 5)
      }
    }
  }

  static func mark(_ verdict: GateVerdict) -> Document.Span {
    switch verdict {
    case .pass: .init("ok", .good)
    case .fail: .init("x", .bad)
    case .inconclusive: .init("?", .unsure)
    }
  }

  private static func change(_ share: Double) -> String {
    let text = NumberText.fixed(100 * share, 1)
    return (share > 0 && text != "0.0" ? "+" : "") + text + "\u{A0}%"
  }
}
