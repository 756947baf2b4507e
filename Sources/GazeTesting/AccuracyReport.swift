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
  /// Origin of the people.
  public let population: Population

  init(gates: [GateResult], correctness: Correctness, people: Int, of population: Population = .simulated) {
    self.gates = gates
    self.correctness = correctness
    verdict = GateVerdict.combined([GateVerdict.combined(gates.map(\.verdict)), correctness.verdict])
    self.people = people
    self.population = population
  }

  /// One line for each limit, then the result of the correctness stage.
  public var description: String {
    let whose = "\(verdict.rawValue) on \(people) \(population.rawValue) \(people == 1 ? "person" : "people")"
    return ([whose] + gates.map { "\($0)" } + ["\(correctness)"] + remarks).joined(separator: "\n")
  }

  private var remarks: [String] {
    var remarks: [String] = []
    if correctness.verdict == .pass, verdict != .pass {
      remarks.append(
        population == .simulated
          ? "the mapping is right; the rest is the simulated tracker's error, smoothing, and differences between people"
          : "the mapping is right; the rest is the tracker's error, smoothing, and differences between people")
    }
    if people < population.fewestPeople {
      remarks.append(
        "a verdict about people who were recorded takes \(population.fewestPeople) of them, since nothing is known of "
          + "those who were not; with fewer, compare two pipelines on the same recordings, or read the values")
    }
    return remarks
  }
}
