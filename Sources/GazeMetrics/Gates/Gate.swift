import GazePipeline

/// What a figure says about a limit.
public enum GateVerdict: String, Sendable, Codable, CaseIterable {
  /// The whole interval is on the good side.
  case pass
  /// The whole interval is on the bad side.
  case fail
  /// The limit lies inside the interval, or there is none: more people are needed.
  case inconclusive

  /// The verdict of all: `fail` if any fails, else `inconclusive` if any is or if there is none at all, else `pass`.
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

/// A limit on a figure.
public struct AccuracyGate: Sendable, Equatable, Codable {
  /// Which side of the limit is good.
  public enum Direction: String, Sendable, Codable {
    /// The figure must not be above the limit.
    case max
    /// It must not be below.
    case min
  }

  /// The figure's name, such as `errorDegrees.median`.
  public var metric: String
  /// In the figure's unit.
  public var limit: Double
  /// Largest or smallest value allowed.
  public var direction: Direction
  /// The version of the metric that the limit was set for; 1 where a file does not say it.
  public var version: Int

  /// A gate from its parts.
  public init(metric: String, limit: Double, direction: Direction, version: Int = 1) {
    self.metric = metric
    self.limit = limit
    self.direction = direction
    self.version = version
  }

  /// A limit as a file has it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      metric: try values.decode(String.self, forKey: .metric), limit: try values.decode(Double.self, forKey: .limit),
      direction: try values.decode(Direction.self, forKey: .direction),
      version: try values.decodeIfPresent(Int.self, forKey: .version) ?? 1)
  }

  /// The verdict of an interval [lo, hi]: for `max` pass if hi ≤ limit and fail if lo > limit, for `min` pass if
  /// lo ≥ limit and fail if hi < limit; else, and without an interval or with a NaN limit, inconclusive.
  public func verdict(_ interval: ConfidenceInterval?) -> GateVerdict {
    guard let interval else { return .inconclusive }
    switch direction {
    case .max: return interval.upper <= limit ? .pass : interval.lower > limit ? .fail : .inconclusive
    case .min: return interval.lower >= limit ? .pass : interval.upper < limit ? .fail : .inconclusive
    }
  }

  /// The result for an estimate; nil: the figure could not be formed at all.
  public func result(_ estimate: PeopleEstimate?) -> GateResult {
    GateResult(
      metric: metric, limit: limit, direction: direction, value: estimate?.value,
      ci95: estimate?.interval.interval, peopleNeeded: estimate?.interval.peopleNeeded,
      verdict: verdict(estimate?.interval.interval), people: estimate?.people)
  }
}

/// A gate and what came of it, as the evaluation's JSON has it.
public struct GateResult: Sendable, Equatable, Codable {
  /// The figure's name.
  public var metric: String
  /// In the figure's unit.
  public var limit: Double
  /// Largest or smallest value allowed.
  public var direction: AccuracyGate.Direction
  /// The figure; null where it could not be formed.
  public var value: Double?
  /// Its interval over people; null where it cannot be covered.
  public var ci95: ConfidenceInterval?
  /// How many people an interval takes; null where there is one.
  public var peopleNeeded: Int?
  /// Pass, fail or inconclusive.
  public var verdict: GateVerdict
  /// What the verdict rests on where there were several looks or several gates; null where it is `ci95`, or nothing.
  package var decision: GateDecision?
  /// How often people were looked at.
  public var looks: Int? = 1
  /// How many people have the figure; null where nobody has.
  public var people: Int?

  /// How many people are missing for an interval; nil where there is one, or where nobody has the figure.
  public var shortfall: PeopleShortfall? {
    guard let peopleNeeded, let people else { return nil }
    return PeopleShortfall(metric: metric, needed: peopleNeeded, people: people)
  }

  /// Writes every key, null where there is no number.
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
    // Four digits are as many as any figure over people has.
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
