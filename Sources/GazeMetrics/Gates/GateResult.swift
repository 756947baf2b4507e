import GazePipeline

/// Result of comparing a metric's interval with a limit.
public enum GateVerdict: String, Sendable, Codable, CaseIterable {
  /// The whole interval is on the good side of the limit.
  case pass
  /// The whole interval is on the bad side of the limit.
  case fail
  /// The limit lies inside the interval, or there is no interval: more people are needed.
  case inconclusive

  /// The combined verdict: `fail` if any verdict is `fail`; otherwise `inconclusive` if any is `inconclusive` or the
  /// sequence is empty; otherwise `pass`.
  public static func combined(_ verdicts: some Sequence<GateVerdict>) -> GateVerdict {
    var all = GateVerdict?.none
    for verdict in verdicts {
      switch (all, verdict) {
      case (.fail?, _), (_, .fail): all = .fail
      case (.inconclusive?, _), (_, .inconclusive): all = .inconclusive
      default: all = .pass
      }
    }
    return all ?? .inconclusive
  }
}

/// A gate and its result, in the form of the evaluation's JSON.
public struct GateResult: Sendable, Equatable, Codable {
  /// The metric's name.
  public var metric: String
  /// Limit, in the metric's unit.
  public var limit: Double
  /// Whether the limit is the largest or the smallest allowed value.
  public var direction: AccuracyGate.Direction
  /// The metric's value; null if the metric has no value.
  public var value: Double?
  /// The 95 % confidence interval over people; null if there are too few people for an interval with this coverage.
  public var ci95: ConfidenceInterval?
  /// Number of people that an interval needs; null if there is an interval.
  public var peopleNeeded: Int?
  /// Pass, fail or inconclusive.
  public var verdict: GateVerdict
  /// Basis of the verdict if there were several interim analyses or several gates; null if the basis is `ci95`, or if
  /// the verdict has no basis.
  package var decision: GateDecision?
  /// Number of interim analyses.
  public var looks: Int? = 1
  /// Number of people for whom the metric has a value; null if it has a value for nobody.
  public var people: Int?

  /// The shortage of people for an interval; nil if there is an interval, or if the metric has a value for nobody.
  public var shortfall: PeopleShortfall? {
    guard let peopleNeeded, let people else { return nil }
    return PeopleShortfall(metric: metric, needed: peopleNeeded, people: people)
  }

  /// Writes every key, with null for a missing number. A property that has no line here is not in the JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(metric, forKey: .metric)
    try container.encode(limit, forKey: .limit)
    try container.encode(direction, forKey: .direction)
    try container.encode(value, forKey: .value)
    try container.encode(ci95, forKey: .ci95)
    try container.encode(peopleNeeded, forKey: .peopleNeeded)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(decision, forKey: .decision)
    try container.encode(looks, forKey: .looks)
    try container.encode(people, forKey: .people)
  }
}

extension GateResult: CustomStringConvertible {
  /// One line with the numbers, for a test's message.
  public var description: String {
    let sign = direction == .max ? "<=" : ">="
    // No number computed over people has more than four significant digits.
    func short(_ value: Double) -> String { NumberText.significant(value, 4) }
    let interval =
      ci95.map { "[\(short($0.lower)), \(short($0.upper))]" } ?? shortfall.map {
        "none: it \(PeopleShortfall.words(needed: $0.needed, people: $0.people))"
      }
      ?? "none"
    return
      "\(verdict.rawValue): \(metric) is \(value.map(short) ?? "missing"), limit \(sign) \(limit), 95 % \(interval)"
  }
}

/// Basis of a verdict: not the 95 % interval of the report, but an interval corrected for interim analyses and other
/// gates.
package struct GateDecision: Equatable, Codable {
  /// `lower`: lower end of the interval; `upper`: upper end of the interval; `level`: level of the interval,
  /// 0.95…0.9999.
  package var lower, upper, level: Double
  /// `people`: number of people drawn so far; `look`: number of the interim analysis, counted from 1.
  package var people, look: Int
}

/// A metric with too few people for an interval and therefore for a verdict.
public struct PeopleShortfall: Sendable, Equatable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// Number of people needed.
  public var needed: Int
  /// Number of people for whom the metric has a value.
  public var people: Int

  /// A shortfall from its parts.
  public init(metric: String, needed: Int, people: Int) {
    self.metric = metric
    self.needed = needed
    self.people = people
  }

  /// `pointer.errorPoints.median needs 44 people but has 3`.
  public var description: String { "\(metric) \(Self.words(needed: needed, people: people))" }

  /// `needs 44 people but has 3`.
  static func words(needed: Int, people: Int) -> String {
    "needs \(needed) people but has \(people)"
  }
}
