public import GazeMetrics

/// What a pipeline came to against several limits, with a message that says what is off and by how much.
public struct AccuracyReport: Sendable, CustomStringConvertible {
  /// By limit.
  public let gates: [GateResult]
  /// Whether the pipeline's mapping is right, on error-free faces.
  public let correctness: Correctness
  /// The verdict of all of them, and of the correctness stage.
  public let verdict: GateVerdict
  /// People whose figures count.
  public let people: Int

  init(gates: [GateResult], correctness: Correctness, people: Int) {
    self.gates = gates
    self.correctness = correctness
    verdict = GateVerdict.combined([GateVerdict.combined(gates.map(\.verdict)), correctness.verdict])
    self.people = people
  }

  /// A line a limit, then what the correctness stage says.
  public var description: String {
    let lines = ["\(verdict.rawValue) on \(people) simulated people"] + gates.map { "\($0)" } + ["\(correctness)"]
    let isRight = correctness.verdict == .pass && verdict != .pass
    return
      (lines
      + (isRight
        ? [
          "the mapping is right; the rest is the simulated tracker's error, smoothing, and differences between people"
        ] : []))
      .joined(separator: "\n")
  }
}
