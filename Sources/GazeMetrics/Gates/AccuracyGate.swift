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
