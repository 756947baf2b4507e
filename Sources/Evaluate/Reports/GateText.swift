import GazeMetrics
import GazePipeline
import GazeRecording
package import GazeTesting

/// Text of gates' verdicts for the terminal.
package enum GateText {
  /// - Parameter isAccepted: true if these results have become the new baseline, so that nothing is compared with the
  ///   old one.
  static func lines(_ e: Report<some Rig>, isAccepted: Bool = false) -> [String] {
    guard let verdict = e.verdict ?? (e.baseline == nil ? nil : .inconclusive) else { return [] }
    var lines: [String] = []
    if !e.gates.isEmpty {
      var table = Table(["gate", "limit", "value", "95 %", "verdict", "decided by"])
      for g in e.gates {
        table.add([
          g.metric, "\(g.direction == .max ? "<=" : ">=") \(limit(g.limit))", NumberText.fixed(g.value, 3),
          Format.interval(g.ci95, 3), g.verdict.rawValue, decision(g.decision) { NumberText.fixed($0, 3) },
        ])
      }
      lines += [""] + table.lines
    }
    if !e.limitsLeftOut.isEmpty { lines += [""] + e.limitsLeftOut.lines.flatMap { Wrapping.lines($0, indent: 0) } }
    if let baseline = e.baseline { lines += [""] + comparison(baseline, isAccepted: isAccepted) }
    if let correctness = e.correctness { lines += [""] + Self.correctness(correctness) }
    if let reason = e.correctnessOmitted { lines += [""] + Wrapping.lines(reason, indent: 0) }
    if let looks = e.looks {
      let taken = looks.people.prefix(looks.taken).map(String.init).joined(separator: ", then ")
      let rest = looks.people.dropFirst(looks.taken).last.map { ", of at most \($0)" } ?? ""
      lines += ["", "judged after \(taken) \(taken == "1" ? "person" : "people")\(rest); \(looks.method)"]
    }
    if let advice = e.lagAdvice { lines += [""] + Wrapping.lines(advice, indent: 0) }
    lines += shortfalls(e)
    if let hint = hint(e, verdict) { lines.append(hint) }
    let ending = verdict == .pass ? e.limitsLeftOut.ending : ""
    return isAccepted && e.verdict == nil ? lines : lines + ["", "verdict: \(verdict.rawValue)\(ending)"]
  }

  /// Metrics for which there are too few people, and the number of people that each needs.
  private static func shortfalls(_ e: Report<some Rig>) -> [String] {
    e.gates.compactMap { $0.verdict == .inconclusive ? $0.shortfall.map { "\($0)" } : nil }
  }

  /// The correctness stage: one line if it passes; if it fails, the faults and every measured number.
  package static func correctness(_ stage: Correctness) -> [String] {
    let head = Wrapping.lines(
      "correctness, on error-free simulated gaze: \(stage.verdict.rawValue); \(stage.summary)", indent: 0)
    guard stage.verdict != .pass else { return head }
    var table = Table(["figure", "eyes on the target", "ARKit's eyes", "expected", "verdict"])
    for check in stage.checks {
      table.add([
        check.name, NumberText.fixed(check.physical, 3), NumberText.fixed(check.arkit, 3), check.range,
        check.verdict.rawValue,
      ])
    }
    return head + stage.findings.flatMap { Wrapping.lines("- \($0)", indent: 2) } + [""] + table.lines
  }

  /// Advice on an inconclusive verdict.
  private static func hint(_ e: Report<some Rig>, _ verdict: GateVerdict) -> String? {
    guard verdict == .inconclusive, let looks = e.looks, looks.taken == looks.people.count else { return nil }
    if looks.population == .recorded { return "recordings of more people may give a verdict" }
    return e.baseline == nil
      ? "more people may give a verdict: --most-participants"
      : "more people may give a verdict: accept a baseline with a larger "
        + "--most-participants"
  }

  /// The limit with as many digits as distinguish it from others.
  private static func limit(_ value: Double) -> String {
    (0.001..<1e9).contains(abs(value)) || value == 0 ? NumberText.fixed(value, 3) : "\(value)"
  }

  /// `98.75 % [1, 2] of 40 people`.
  private static func decision(_ decision: GateDecision?, _ text: (Double) -> String) -> String {
    guard let d = decision else { return "-" }
    return "\(level(d.level)) [\(text(d.lower)), \(text(d.upper))] of \(d.people)"
  }

  private static func level(_ level: Double) -> String {
    var text = NumberText.fixed(level * 100, 2)
    while text.hasSuffix("0") { text.removeLast() }
    return (text.hasSuffix(".") ? String(text.dropLast()) : text) + " %"
  }

  private static func comparison(_ b: BaselineComparison, isAccepted: Bool) -> [String] {
    func percent(_ share: Double) -> String {
      let tenths = (share * 1000).rounded()
      return tenths == 0 ? "0.0 %" : (share > 0 ? "+" : "") + NumberText.fixed(share * 100, 1) + " %"
    }
    var table = Table(
      ["against the baseline", "before", "now", "change", "95 %"]
        + (isAccepted ? [] : ["allowed", "verdict", "decided by"]))
    for row in b.comparisons {
      let interval = row.ci95.map { "[\(percent($0.lower)), \(percent($0.upper))]" } ?? "-"
      table.add(
        [
          row.metric, NumberText.fixed(row.before, 3), NumberText.fixed(row.after, 3), row.change.map(percent) ?? "-",
          interval,
        ]
          + (isAccepted
            ? []
            : [
              percent(row.direction == .max ? row.margin : -row.margin), row.verdict.rawValue,
              decision(row.decision, percent),
            ]))
    }
    var lines = table.lines
    if isAccepted {
      lines.append("changes from the old baseline, on \(b.participants) people; the new baseline is written")
    }
    if b.isIdentical { lines.append("nobody's figures differ from the baseline's") }
    guard !isAccepted else { return lines }
    return lines + b.remarks
  }
}
