import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// The current pipeline compared with a baseline, on the same people.
package struct BaselineComparison: Sendable, Equatable, Codable {
  /// The comparison of one metric.
  struct Row: Sendable, Equatable, Codable {
    /// The metric's name.
    var metric: String
    /// Direction of the limit; `max` means that small values are better.
    var direction: AccuracyGate.Direction
    /// The baseline's value, over the people who are in both the baseline and the evaluation.
    @ExplicitNull var before: Double?
    /// The current value, over the same people.
    @ExplicitNull var after: Double?
    /// Paired relative change, after/before − 1; if `before` is nearly 0, relative to the smallest value that counts.
    @ExplicitNull var change: Double?
    /// 95 % interval of `change` over people.
    @ExplicitNull var ci95: ConfidenceInterval?
    /// Relative worsening up to which a change does not count as a regression.
    var margin: Double
    /// `fail` if the metric has become worse by more than the margin, `pass` if it has not, and `inconclusive` if the
    /// data show neither.
    var verdict: GateVerdict
    /// Basis of the verdict.
    @ExplicitNull var decision: GateDecision?
    /// True if the metric has improved by more than the margin, so that a new baseline should be accepted.
    var isBetter: Bool
  }

  /// Number of people who are in both the baseline and the evaluation.
  var participants: Int
  /// The baseline's pipeline.
  var pipeline: String
  /// Hash of the baseline's scenario, which equals the current scenario's hash.
  var scenarioHash: String
  /// True if no metric differs from the baseline for any person.
  var isIdentical: Bool
  /// The compared metrics.
  var comparisons: [Row]
}

extension BaselineComparison.Row {
  /// Default margin of a metric: half of the smallest regression that must be detected.
  static let defaultMargin = 0.05
}

/// A metric to compare with the baseline, and its margin.
struct BaselineQuestion<R: Rig>: Sendable {
  let metric: PeopleMetric<R.Person>
  let direction: AccuracyGate.Direction
  let margin: Double

  /// The question as a gate on the relative change: at most +margin if small values are better, at least −margin if
  /// large values are better.
  var gate: AccuracyGate {
    AccuracyGate(metric: metric.name, limit: direction == .max ? margin : -margin, direction: direction)
  }

  /// The parts in the baseline and now of the people who are in both.
  private func parts(
    _ people: Cohort<R>, _ baseline: Baseline
  ) -> (before: [PeopleEstimate.Part], after: [PeopleEstimate.Part]) {
    let before = baseline.parts(metric.name, people.count)
    return (before, before.indices.map { people.part(metric, $0) })
  }

  /// The relative change from the baseline's people to the current ones.
  func change(_ people: Cohort<R>, _ baseline: Baseline, level: Double = 0.95) -> PeopleEstimate? {
    let (before, after) = parts(people, baseline)
    return PeopleEstimate.change(
      of: zip(before, after).map { ($0, $1) }, least: metric.smallestReference, level: level)
  }

  /// The report's row after the last interim analysis.
  func row(
    _ people: Cohort<R>, _ baseline: Baseline, verdict: GateVerdict, decision: GateDecision?, level: Double
  ) -> BaselineComparison.Row {
    let plain = change(people, baseline)
    let strict = change(people, baseline, level: level)?.interval.interval
    let isBetter = strict.map { direction == .max ? $0.upper < -margin : $0.lower > margin } ?? false
    func value(_ parts: [PeopleEstimate.Part]) -> Double? {
      let denominator = parts.reduce(0) { $0 + $1.denominator }
      return denominator > 0 ? parts.reduce(0) { $0 + $1.numerator } / denominator : nil
    }
    let (before, after) = parts(people, baseline)
    return BaselineComparison.Row(
      metric: metric.name, direction: direction, before: value(before), after: value(after), change: plain?.value,
      ci95: plain?.interval.interval, margin: margin, verdict: verdict, decision: decision, isBetter: isBetter)
  }

  /// True if no person's contribution to the metric differs from the baseline.
  func isIdentical(_ people: Cohort<R>, _ baseline: Baseline) -> Bool {
    let (before, after) = parts(people, baseline)
    return before == after
  }
}

extension Baseline {
  /// A baseline of these people.
  init<R: Rig>(
    _ conditions: ScenarioConditions, _ facts: Facts, _ people: Cohort<R>, metrics: [PeopleMetric<R.Person>]
  ) {
    self.init(
      conditions, facts, isFailing: Array(people.isFailing), metrics: metrics,
      estimate: { people.estimate($0) }, part: { people.part($0, $1) })
  }
}

extension ScenarioConditions {
  /// The conditions of a gaze run.
  init(_ run: Run<GazeRig>) {
    let scenarios = [.personal] + run.scenarios
    let takes = scenarios.map { scenario in
      var simulation = run.simulation(of: scenario)
      if scenario == .personal { simulation.duration = nil }
      return simulation
    }
    var fields = Self.common(
      run.simulation, scenarios: run.scenarios, tasks: scenarios.map(run.simulation(of:)),
      loop: run.loop.rawValue, stream: Self.stream(takes))
    // Recentring and triggers change what people do: they see a dot, tap, or make signs.
    for (name, value) in run.options.ofStandard { fields[name] = value }
    fields["personalSession"] = GazeScenario.personal.rawValue
    fields["page"] = Self.page(run.simulation)
    self.init(fields: fields)
  }
}

extension BaselineComparison.Row {
  /// `pointer.errorPoints.median against the baseline: at most +5 %`.
  var rule: String {
    """
    \(metric) against the baseline: \
    \(direction == .max ? "at most +" : "at least -")\(NumberText.brief(margin * 100, 1)) %
    """
  }

  /// The result in a line.
  var outcome: String {
    let interval =
      decision.map { "\(NumberText.brief($0.level * 100, 2)) % [\(Self.percent($0.lower)), \(Self.percent($0.upper))]" }
      ?? "no interval"
    return
      """
      \(NumberText.brief(before)) before, \(NumberText.brief(after)) now, \
      \(change.map(Self.percent) ?? "change not computable"), \(interval) of \(decision?.people ?? 0) people
      """
  }

  /// The report's 95 % interval, or an empty text.
  var interval: String { ci95.map { "\(Self.percent($0.lower)) to \(Self.percent($0.upper))" } ?? "" }

  /// A share in percent, with its sign.
  static func percent(_ share: Double) -> String { (share > 0 ? "+" : "") + NumberText.brief(share * 100, 1) + " %" }
}

extension BaselineComparison {
  /// A line for each metric that is better than the baseline by more than the margin. If an improvement is not
  /// accepted, a later regression back to the old value goes unnoticed.
  var remarks: [String] {
    comparisons.filter(\.isBetter).map {
      """
      \($0.metric) is better than the baseline by \(NumberText.brief(abs($0.change ?? 0) * 100, 1)) %: accept it with \
      --accept
      """
    }
  }
}

extension GateResult {
  /// `pointer.errorPoints.median <= 230`.
  var rule: String { "\(metric) \(direction == .max ? "<=" : ">=") \(NumberText.shortest(limit))" }

  /// Value, limit and interval in a line.
  var outcome: String {
    let interval =
      ci95.map { "95 % [\(NumberText.brief($0.lower)), \(NumberText.brief($0.upper))]" }
      ?? (peopleNeeded.map { "no interval: it needs \($0) people" } ?? "no interval")
    return
      """
      \(value.map { NumberText.brief($0) } ?? "missing"), limit \(direction == .max ? "at most" : "at least") \
      \(NumberText.shortest(limit)), \(interval)
      """
  }
}
