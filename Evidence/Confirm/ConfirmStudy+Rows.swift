import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// A value over people with its 95 % interval.
  struct Figure: Sendable {
    /// Value over people; nil if nobody has a value.
    var value: Double?
    /// 95 % interval; nil with too few people.
    var ci95: ConfidenceInterval?

    init(_ estimate: PeopleEstimate?) { (value, ci95) = (estimate?.value, estimate?.interval.interval) }
  }

  /// Results of one arm over all its cells with limited intents, or over the others.
  struct Row: Sendable {
    var arm: String
    /// True if an intent lasts no longer than a given time, false if it lasts until served or for the task's patience.
    var isLimited: Bool
    /// Number of cells.
    var cells: Int
    var f1: Figure
    var precision: Figure
    var recall: Figure
    /// Scrolls without an intent a minute.
    var falsePerMinute: Figure
    /// Median delay of the right scrolls from the intent's beginning, seconds.
    var medianLatency: Double?
    /// Lines read of the page's lines.
    var pageCompletion: Figure
    /// Deliberate signs detected, of people who can make the sign; nil without a sign.
    var detected: Figure
    /// Deliberate signs detected, of all people.
    var detectedOfAll: Double?
    /// Smallest F1 of a cell, and the cell.
    var worstF1: Double?
    var worstCell: String
  }

  /// Mean over people of the person's own figure with `confirm` minus the figure with another rule.
  struct Difference: Sendable {
    /// Name of the other arm.
    var from: String
    var isLimited: Bool
    var f1: Figure
    var falsePerMinute: Figure
    var pageCompletion: Figure
  }

  /// The rows of an arm: one for intents that last until served, one for limited ones.
  func rows(_ arm: Arm, _ result: Result) -> [Row] {
    let cells = arm.cells(cells)
    return [false, true].compactMap { isLimited in
      let places = cells.indices.filter { (cells[$0].patience != nil) == isLimited }
      guard !places.isEmpty else { return nil }
      let people = result.people.map { person in Counts.mean(places.map { person[$0] }) }
      func share(_ part: (Counts) -> PeopleEstimate.Part) -> Figure {
        Figure(PeopleEstimate.proportion(of: people.map { (part($0).numerator, part($0).denominator) }))
      }
      let worst = places.compactMap { place in
        result.people.reduce(Counts()) { $0 + $1[place] }.f1.value.map { (f1: $0, cell: cells[place]) }
      }.min { $0.f1 < $1.f1 }
      return Row(
        arm: arm.name, isLimited: isLimited, cells: places.count, f1: share(\.f1), precision: share(\.precision),
        recall: share(\.recall),
        falsePerMinute: Figure(
          PeopleEstimate.rate(of: people.map { ($0.falses.numerator, $0.falses.denominator) })),
        medianLatency: result.delays[isLimited]?.quantile(0.5), pageCompletion: share(\.completion),
        detected: share(\.detection), detectedOfAll: people.reduce(Counts(), +).detectionOfAll.value,
        worstF1: worst?.f1, worstCell: worst?.cell.name ?? "")
    }
  }

  /// Paired differences of `confirm` from today's rule and from the sign alone.
  func differences(_ results: [Arm: Result]) -> [Difference] {
    guard let confirm = results[Arm(rule: .confirm)] else { return [] }
    return [false, true].flatMap { isLimited in
      let places = cells.indices.filter { (cells[$0].patience != nil) == isLimited }
      return Arm.judged.filter { $0.rule != .confirm }.compactMap { arm -> Difference? in
        guard !places.isEmpty, let other = results[arm] else { return nil }
        func difference(_ part: (Counts) -> PeopleEstimate.Part) -> Figure {
          let pairs = zip(confirm.people, other.people).compactMap { a, b -> (first: Double, second: Double)? in
            let (a, b) = (Counts.mean(places.map { a[$0] }), Counts.mean(places.map { b[$0] }))
            guard let first = part(a).value, let second = part(b).value else { return nil }
            return (first, second)
          }
          var rng = PhiloxGenerator(seed: 1, stream: 1)
          return Figure(PeopleEstimate.pairedDifference(of: pairs, using: &rng))
        }
        return Difference(
          from: arm.name, isLimited: isLimited, f1: difference(\.f1), falsePerMinute: difference(\.falses),
          pageCompletion: difference(\.completion))
      }
    }
  }
}
