package import GazeMetrics
package import GazeRecording
import GazeTesting

/// A pipeline now against a baseline, on the same people.
package struct BaselineComparison: Sendable, Equatable, Codable {
  /// One figure.
  package struct Row: Sendable, Equatable, Codable {
    /// The figure's name.
    package var metric: String
    /// Which side is the better one: `max` is better small.
    package var direction: AccuracyGate.Direction
    /// What it was, over the people that both have.
    @ExplicitNull package var before: Double?
    /// What it is, over the same people.
    @ExplicitNull package var after: Double?
    /// after/before − 1, paired; where `before` is nearly 0, in terms of the least value that counts.
    @ExplicitNull package var change: Double?
    /// 95 % over people of `change`.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// By how much it may get worse, relative, before that is a regression.
    package var margin: Double
    /// Fail: it got worse by more than the margin. Pass: it did not. Else inconclusive.
    package var verdict: GateVerdict
    /// What the verdict rests on.
    @ExplicitNull package var decision: GateDecision?
    /// It got better by more than the margin: worth accepting.
    package var isBetter: Bool
  }

  /// How many people both have.
  package var participants: Int
  /// The pipeline that the baseline is of.
  package var pipeline: String
  /// The baseline's scenario; the same as now.
  package var scenarioHash: String
  /// Nobody's figures differ at all.
  package var isIdentical: Bool
  /// Figure by figure.
  package var comparisons: [Row]
}

extension BaselineComparison.Row {
  /// How much a figure may get worse where nobody says otherwise: half of a regression that must be caught.
  package static let defaultMargin = 0.05
}

/// What is compared, and how much worse it may be.
struct BaselineQuestion<Person: MeasuredPerson>: Sendable {
  let metric: PeopleMetric<Person>
  let direction: AccuracyGate.Direction
  let margin: Double

  /// The question as a gate on the relative change: at most +margin where small is better, at least −margin where large
  /// is.
  var gate: AccuracyGate {
    AccuracyGate(metric: metric.name, limit: direction == .max ? margin : -margin, direction: direction)
  }

  /// The relative change from the baseline's people to those now.
  func change(_ people: People<Person>, _ baseline: Baseline, level: Double = 0.95) -> PeopleEstimate? {
    let before = baseline.parts(metric.name, people.count)
    let after = (0..<min(people.count, before.count)).map { people.part(metric, $0) }
    return PeopleEstimate.change(
      of: zip(before, after).map { ($0, $1) }, least: metric.leastForChange, level: level)
  }

  /// The row of the report, at the last look.
  func row(
    _ people: People<Person>, _ baseline: Baseline, verdict: GateVerdict, decision: GateDecision?, level: Double
  ) -> BaselineComparison.Row {
    let plain = change(people, baseline)
    let strict = change(people, baseline, level: level)?.interval.interval
    let isBetter = strict.map { direction == .max ? $0.upper < -margin : $0.lower > margin } ?? false
    func value(_ parts: [PeopleEstimate.Part]) -> Double? {
      let denominator = parts.reduce(0) { $0 + $1.denominator }
      return denominator > 0 ? parts.reduce(0) { $0 + $1.numerator } / denominator : nil
    }
    return BaselineComparison.Row(
      metric: metric.name, direction: direction, before: value(baseline.parts(metric.name, people.count)),
      after: value((0..<people.count).map { people.part(metric, $0) }), change: plain?.value,
      ci95: plain?.interval.interval, margin: margin, verdict: verdict, decision: decision, isBetter: isBetter)
  }

  /// True if nobody's part differs.
  func isIdentical(_ people: People<Person>, _ baseline: Baseline) -> Bool {
    baseline.parts(metric.name, people.count) == (0..<people.count).map { people.part(metric, $0) }
  }
}
