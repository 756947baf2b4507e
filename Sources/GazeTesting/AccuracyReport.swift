public import GazeMetrics
import GazePipeline
import GazeRecording

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
  /// Number of people who are in no value, since tracking fails for them.
  public let leftOut: Int
  /// Origin of the people.
  public let population: Population
  /// The values of each person in recordings, in the order of `gates`; empty for a simulation.
  public let byPerson: [Person]
  /// True if at least one of the recordings states that it was simulated.
  public let hasSimulatedRecordings: Bool

  /// A recorded person's own values.
  public struct Person: Sendable, Equatable {
    /// The person's identifier, or else the first recording's name with the participant's number.
    public let name: String
    /// A value for each limit; nil if the person's recordings have none.
    public let values: [Double?]
  }

  init(
    gates: [GateResult], correctness: Correctness, people: Int, leftOut: Int, of population: Population = .simulated,
    byPerson: [Person] = [], hasSimulatedRecordings: Bool = false
  ) {
    self.gates = gates
    self.correctness = correctness
    verdict = GateVerdict.combined([GateVerdict.combined(gates.map(\.verdict)), correctness.verdict])
    self.people = people
    self.leftOut = leftOut
    self.population = population
    self.byPerson = byPerson
    self.hasSimulatedRecordings = hasSimulatedRecordings
  }

  /// One line for each limit, then the result of the correctness stage, and remarks on what the values do not say.
  public var description: String {
    let whose = "\(verdict.rawValue) on \(people) \(population.rawValue) \(people == 1 ? "person" : "people")"
    let others = leftOut == 0 ? "" : "; \(leftOut) more left out, since tracking fails for them"
    return ([whose + others] + gates.map { "\($0)" } + people(most: 12) + ["\(correctness)"] + remarks)
      .joined(separator: "\n")
  }

  /// A line for each person in recordings, of at most `most` people.
  private func people(most: Int) -> [String] {
    guard byPerson.count <= most else { return [] }
    return byPerson.map { person in
      let values = zip(gates, person.values).map { gate, value in
        "\(gate.metric) \(value.map { NumberText.significant($0, 4) } ?? "missing")"
      }
      return "  \(TerminalText.line(person.name.prefix(64))): \(values.joined(separator: ", "))"
    }
  }

  private var remarks: [String] {
    var remarks = gates.compactMap(remark)
    if hasSimulatedRecordings {
      remarks.append("the recordings state that they were simulated: these values are not of a phone")
    }
    if correctness.verdict == .pass, verdict != .pass {
      remarks.append(
        population == .simulated
          ? "the mapping is right; the rest is the simulated tracker's error, smoothing, and differences between people"
          : "the mapping is right; the rest is the tracker's error, smoothing, and differences between people")
    }
    if people < population.fewestPeople {
      remarks.append(
        """
        a verdict about people who were recorded takes \(population.fewestPeople) of them, since nothing is known of \
        those who were not; with fewer, a test can expect the value of a limit (`gates[0].value`), which \
        describes these people alone
        """)
    }
    return remarks
  }

  /// The sentence on a limit that was not decided, or whose metric has no value.
  private func remark(_ gate: GateResult) -> String? {
    guard let value = gate.value else {
      return gate.metric == GazeMetricName.pointerLatencyMilliseconds.rawValue && people > 0
        ? "\(gate.metric) has no value, since at no lag does the pointer follow the gaze" : nil
    }
    guard gate.verdict == .inconclusive, population == .simulated, let interval = gate.ci95, let count = gate.people,
      let needed = PeopleForecast.needed(
        value: value, limit: gate.limit, lower: interval.lower, upper: interval.upper, people: count)
    else { return nil }
    guard needed < 10_000 else { return "\(gate.metric) is too close to its limit to be decided by 10000 people" }
    return "\(gate.metric): about \((needed + 9) / 10 * 10) people would decide it, if the value stays the same"
  }
}

extension AccuracyGate {
  /// A largest value of a metric.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - limit: the limit, in the metric's unit.
  ///   - version: the version of the metric for which the limit was set; other versions are refused, so a test with a
  ///     version fails when a new release defines the metric differently. nil takes the present version.
  public init(_ metric: GazeMetricName, atMost limit: Double, version: Int? = nil) {
    self.init(metric: metric.rawValue, limit: limit, direction: .max, version: version ?? metric.metric.version)
  }

  /// A smallest value of a metric, for metrics of which large values are good, such as `scroll.f1`.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - limit: the limit, in the metric's unit.
  ///   - version: the version of the metric for which the limit was set; other versions are refused, so a test with a
  ///     version fails when a new release defines the metric differently. nil takes the present version.
  public init(_ metric: GazeMetricName, atLeast limit: Double, version: Int? = nil) {
    self.init(metric: metric.rawValue, limit: limit, direction: .min, version: version ?? metric.metric.version)
  }
}
