public import GazeMetrics
import GazePipeline
import GazeRecording
public import PortableFoundation

/// A pipeline compared with another one, or with a baseline, on the same people, in which differences between people
/// cancel.
///
/// It passes if no metric is worse by more than the margin, fails if at least one is, and is inconclusive if the people
/// show neither. The interval is that of the relative change over people (`PeopleEstimate.change`); failures are
/// corrected for the number of metrics.
public struct PipelineComparison: Sendable, Equatable {
  /// The comparison of one metric.
  public struct Row: Sendable, Equatable {
    /// The metric's name.
    public var metric: String
    /// The metric's unit.
    public var unit: String
    /// The better side; `max` means that small values are better.
    public var better: AccuracyGate.Direction
    /// The other pipeline's value; nil if it has none.
    public var before: Double?
    /// The judged pipeline's value; nil if it has none.
    public var after: Double?
    /// Relative change over people, after/before − 1; if `before` is nearly 0, relative to the smallest value that
    /// counts. nil if one of the pipelines has no value.
    public var change: Double?
    /// 95 % interval of `change` over people; nil if there are too few people.
    public var ci95: ConfidenceInterval?
    /// Number of people with a value.
    public var people: Int
    /// Number of people that an interval needs; nil if there is an interval.
    public var peopleNeeded: Int?
    /// Share by which the metric may be worse.
    public var margin: Double
    /// `pass` if the metric is not worse by more than the margin, `fail` if it is, else `inconclusive`.
    public var verdict: GateVerdict
  }

  /// The compared metrics.
  public var rows: [Row]
  /// The combined verdict.
  public var verdict: GateVerdict
  /// Words for the other pipeline.
  public var reference: String
  /// Number of people on whom both pipelines were run.
  public var people: Int
  /// Origin of the people.
  public var population: Population

  /// A comparison of each person's parts of metrics.
  ///
  /// - Parameter parts: returns each person's part of a metric, before and after.
  init(
    _ metrics: [GazeMetric], margin: Double, with reference: String, people: Int, of population: Population,
    _ parts: (GazeMetric) -> [(before: PeopleEstimate.Part, after: PeopleEstimate.Part)]
  ) throws(ComparisonError) {
    guard !metrics.isEmpty else { throw .noMetrics }
    guard margin.isFinite, margin >= 0 else { throw .margin(margin) }
    let pairs = metrics.map(parts)
    func change(_ index: Int, _ level: Double) -> PeopleEstimate? {
      PeopleEstimate.change(of: pairs[index], least: metrics[index].smallestReference, level: level)?.about(population)
    }
    let gates = metrics.map {
      AccuracyGate(metric: $0.name, limit: $0.better == .max ? margin : -margin, direction: $0.better)
    }
    var judge = GateJudge(gates, .once(people, of: population))
    judge.analyse(people: people) { change($0, $1) }
    func value(_ parts: [PeopleEstimate.Part]) -> Double? {
      let denominator = parts.sum { $0.denominator }
      return denominator > 0 ? parts.sum { $0.numerator } / denominator : nil
    }
    rows = metrics.indices.map { index in
      let (metric, plain) = (metrics[index], change(index, 0.95))
      return Row(
        metric: metric.name, unit: metric.unit, better: metric.better, before: value(pairs[index].map(\.before)),
        after: value(pairs[index].map(\.after)), change: plain?.value, ci95: plain?.interval.interval,
        people: plain?.people ?? 0, peopleNeeded: plain?.interval.peopleNeeded, margin: margin,
        verdict: judge.verdicts[index])
    }
    verdict = judge.verdict
    self.reference = reference
    self.people = people
    self.population = population
  }
}

extension PipelineComparison: CustomStringConvertible {
  /// One sentence for each metric.
  public var description: String { rows.map(sentence).joined(separator: "\n") }

  private func sentence(_ row: Row) -> String {
    let start = "\(row.verdict.rawValue): on \(row.people) \(population.rawValue) people \(row.metric) "
    guard let change = row.change, let before = row.before, let after = row.after else {
      return start + "has no value for \(row.before == nil ? reference : "the judged pipeline")"
    }
    func percent(_ share: Double) -> String { (share > 0 ? "+" : "") + NumberText.brief(share * 100, 1) + " %" }
    let unit = row.unit == "1" ? "" : " \(row.unit)"
    let values = "\(NumberText.significant(after))\(unit) against \(NumberText.significant(before))\(unit)"
    let allowed = row.better == .max ? "at most \(percent(row.margin))" : "at least \(percent(-row.margin))"
    let interval =
      row.ci95.map { "95 % of the change: \(percent($0.lower)) to \(percent($0.upper))" }
      ?? "no interval: it needs \(row.peopleNeeded ?? 0) people but has \(row.people)"
    let size =
      change == 0
      ? "is as with \(reference)"
      : "is \(NumberText.brief(abs(change) * 100, 1)) % \(change > 0 ? "larger" : "smaller") than with \(reference)"
    return start + "\(size) (\(values); \(interval)); allowed is \(allowed)"
  }
}

/// Reason why two pipelines cannot be compared.
public enum ComparisonError: Error, Sendable, Equatable {
  /// No metric was given.
  case noMetrics
  /// A margin that is negative, infinite or no number.
  case margin(Double)
  /// A baseline of other people, another phone or scenario, or another simulator.
  ///
  /// - Parameter differences: the differences, each with both values.
  case otherConditions(differences: [String])
  /// A metric that the baseline does not have.
  case notInBaseline(metric: String, known: [String])
}

extension ComparisonError: CustomStringConvertible, LocalizedError {
  /// The sentence, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }

  /// The fault and the remedy, in a sentence.
  public var description: String {
    switch self {
    case .noMetrics:
      "there is no metric, so nothing would be compared; give at least one, such as .pointerErrorPointsMedian"
    case .margin(let margin):
      "margin = \(margin): expected a share of at least 0, such as 0.05 for 5 %"
    case .otherConditions(let differences):
      "the baseline is of other people or another simulator: \(differences.joined(separator: "; ")); simulate the same "
        + "people, or write a new baseline"
    case .notInBaseline(let metric, let known):
      "the baseline has no \(metric), only \(known.joined(separator: ", ")); write a new baseline with it"
    }
  }
}
