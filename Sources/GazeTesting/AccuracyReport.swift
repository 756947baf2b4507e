public import GazeMetrics

/// The result of checking a pipeline against several limits, with a message that states each error and its size.
public struct AccuracyReport: Sendable, CustomStringConvertible {
  /// Results, one for each limit.
  public let gates: [GateResult]
  /// Judgement of the pipeline's mapping on error-free faces.
  public let correctness: Correctness
  /// The combined verdict of all limits and of the correctness stage.
  public let verdict: GateVerdict
  /// Number of people whose results count.
  public let people: Int

  init(gates: [GateResult], correctness: Correctness, people: Int) {
    self.gates = gates
    self.correctness = correctness
    verdict = GateVerdict.combined([GateVerdict.combined(gates.map(\.verdict)), correctness.verdict])
    self.people = people
  }

  /// One line for each limit, then the result of the correctness stage.
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
