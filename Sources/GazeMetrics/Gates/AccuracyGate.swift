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

/// A limit on the value of a metric.
public struct AccuracyGate: Sendable, Equatable, Codable {
  /// The good side of the limit.
  public enum Direction: String, Sendable, Codable {
    /// The metric's value must not be above the limit.
    case max
    /// The metric's value must not be below the limit.
    case min
  }

  /// The metric's name, such as `pointer.errorDegrees.median`.
  public var metric: String
  /// Limit, in the metric's unit.
  public var limit: Double
  /// Whether the limit is the largest or the smallest allowed value.
  public var direction: Direction
  /// The version of the metric for which the limit was set; 1 if a file does not state it.
  public var version: Int

  /// A gate from its parts.
  public init(metric: String, limit: Double, direction: Direction, version: Int = 1) {
    self.metric = metric
    self.limit = limit
    self.direction = direction
    self.version = version
  }

  /// Reads a limit from a file.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      metric: try values.decode(String.self, forKey: .metric), limit: try values.decode(Double.self, forKey: .limit),
      direction: try values.decode(Direction.self, forKey: .direction),
      version: try values.decodeIfPresent(Int.self, forKey: .version) ?? 1)
  }

  /// The verdict for an interval [lo, hi]. `max`: pass if hi ≤ limit, fail if lo > limit. `min`: pass if lo ≥ limit,
  /// fail if hi < limit. The verdict is inconclusive if the limit lies inside the interval, if there is no interval, or
  /// if the limit is NaN.
  public func verdict(_ interval: ConfidenceInterval?) -> GateVerdict {
    guard let interval else { return .inconclusive }
    switch direction {
    case .max: return interval.upper <= limit ? .pass : interval.lower > limit ? .fail : .inconclusive
    case .min: return interval.lower >= limit ? .pass : interval.upper < limit ? .fail : .inconclusive
    }
  }

  /// The result for an estimate, which is nil if the metric has no value.
  public func result(_ estimate: PeopleEstimate?) -> GateResult {
    GateResult(
      metric: metric, limit: limit, direction: direction, value: estimate?.value,
      ci95: estimate?.interval.interval, peopleNeeded: estimate?.interval.peopleNeeded,
      verdict: verdict(estimate?.interval.interval), people: estimate?.people)
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

  /// Writes every key, with null for a missing number.
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
