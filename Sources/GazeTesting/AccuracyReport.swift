public import GazeMetrics

/// What a pipeline came to against several limits, with a message that says what is off and by how much.
public struct AccuracyReport: Sendable, CustomStringConvertible {
  /// By limit.
  public let gates: [GateResult]
  /// The verdict of all of them.
  public let verdict: Verdict
  /// How the pointer goes with the gaze, over everybody whom tracking does not fail.
  public let map: PointerMap
  /// People whose figures count.
  public let people: Int

  init(gates: [GateResult], results: [PersonResult]) {
    self.gates = gates
    verdict = Verdict.combined(gates.map(\.verdict))
    map = results.reduce(into: PointerMap()) { $0.merge($1.map) }
    people = results.count
  }

  /// A line a limit, then a line a finding.
  public var description: String {
    var lines = ["\(verdict.rawValue) on \(people) simulated people"]
    lines += gates.map { "\($0)" }
    if verdict != .pass {
      let findings = map.findings()
      lines +=
        findings.isEmpty
        ? [
          "nothing is wrong with signs, axes, scale or offset: what is left is noise, lag, or differences between people"
        ]
        : findings
    }
    return lines.joined(separator: "\n")
  }
}
