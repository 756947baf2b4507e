/// A closed interval; in JSON the array `[lower, upper]`.
public struct ConfidenceInterval: Sendable, Equatable, Codable {
  /// Lower end.
  public let lower: Double
  /// Upper end, not below the lower one.
  public let upper: Double

  /// An interval, or nil if an end is not finite or the lower end exceeds the upper one.
  public init?(_ lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// True if the interval contains the value, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Reads `[lower, upper]`; throws if they are not two finite numbers in ascending order.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let (lower, upper) = (try list.decode(Double.self), try list.decode(Double.self))
    guard let interval = ConfidenceInterval(lower, upper), list.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: list, debugDescription: "expected an interval [lower, upper] of two finite numbers, the lower one first")
    }
    self = interval
  }

  /// Writes `[lower, upper]`.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(lower)
    try list.encode(upper)
  }
}

/// An interval with its nominal coverage, or the number of people that such an interval would need.
public enum IntervalEstimate: Sendable, Equatable {
  /// An interval at the requested level.
  case interval(ConfidenceInterval)
  /// Too few people for the coverage; about this many would be enough.
  case needsPeople(Int)

  /// The interval, if there is one.
  public var interval: ConfidenceInterval? {
    if case .interval(let interval) = self { interval } else { nil }
  }
  /// Number of people needed, if there is no interval.
  public var peopleNeeded: Int? {
    if case .needsPeople(let people) = self { people } else { nil }
  }
}

/// An estimate of a number for all people, such as a mean error, from a sample of people. The sampling unit is the
/// person, not the gaze sample.
public struct PeopleEstimate: Sendable, Equatable {
  /// The estimated value, which exists even if there is no interval.
  public var value: Double
  /// Confidence interval of the number for all people.
  public var interval: IntervalEstimate
  /// Number of people in the sample.
  public var people: Int
}

/// Allowed error of an interval: α = 1 − level.
///
/// Levels are clamped to 0.5…0.9999 (NaN counts as 0.95), the range in which this module's intervals were checked.
func alpha(level: Double) -> Double { level.isNaN ? 0.05 : 1 - min(max(level, 0.5), 0.9999) }
