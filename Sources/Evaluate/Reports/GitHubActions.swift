import GazeMetrics

/// Output of an evaluation for GitHub Actions.
package enum GitHubActions {
  /// Largest number of annotations of a kind that a step may make.
  package static let mostAnnotations = 10
  /// Largest size of a step's summary, bytes.
  package static let summaryLimit = 1 << 20

  /// A workflow command for each gate that fails or is inconclusive: at most ten. If there are more gates, the last
  /// command states how many are not shown.
  package static func annotations(_ evaluation: Report<some Rig>) -> [String] {
    let all = evaluation.judged.filter { $0.verdict != .pass }
    let open = all.filter { $0.verdict == .fail } + all.filter { $0.verdict != .fail }
    var lines = open.prefix(open.count > mostAnnotations ? mostAnnotations - 1 : mostAnnotations).map { gate in
      command(
        gate.verdict == .fail ? "error" : "warning", title: "gazesim gate: \(gate.verdict.rawValue)",
        "\(evaluation.device): \(gate.rule): \(gate.outcome)")
    }
    if open.count > lines.count {
      lines.append(
        command("error", title: "gazesim gate", "\(open.count - lines.count) more gates do not pass; see the summary"))
    }
    return lines
  }

  /// `::error title=…::message`, escaped so that no character of the title or the message ends it early or begins
  /// another command.
  static func command(_ kind: String, title: String, _ message: String) -> String {
    func escaped(_ text: String, _ others: [Character: String] = [:]) -> String {
      let codes: [Character: String] = ["%": "%25", "\r": "%0D", "\n": "%0A", "\r\n": "%0D%0A"].merging(others) { $1 }
      return text.map { codes[$0] ?? String($0) }.joined()
    }
    return "::\(kind) title=\(escaped(title, [":": "%3A", ",": "%2C"]))::\(escaped(message))"
  }
}
