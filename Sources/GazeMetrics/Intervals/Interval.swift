/// A closed interval; in JSON the array `[lower, upper]`.
public struct ConfidenceInterval: Sendable, Equatable, Codable {
  /// Its lower end.
  public let lower: Double
  /// Its upper end, not below the lower one.
  public let upper: Double

  /// An interval, or nil where an end is not finite or they are the wrong way round.
  public init?(_ lower: Double, _ upper: Double) {
    guard lower.isFinite, upper.isFinite, lower <= upper else { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// True if the value lies in it, ends included.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// Reads `[lower, upper]`; an error where they are not two finite numbers in order.
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

/// An interval that covers what it says, or how many people it would take.
public enum IntervalEstimate: Sendable, Equatable {
  /// An interval at the asked level.
  case interval(ConfidenceInterval)
  /// Too few people to cover; about this many would do.
  case needsPeople(Int)

  /// The interval, where there is one.
  public var interval: ConfidenceInterval? {
    if case .interval(let interval) = self { interval } else { nil }
  }
  /// How many people it takes, where there is none.
  public var peopleNeeded: Int? {
    if case .needsPeople(let people) = self { people } else { nil }
  }
}

/// A figure about people in general, from the people at hand: they, not their samples, are what was drawn.
public struct PeopleEstimate: Sendable, Equatable {
  /// The estimate itself, whatever the interval.
  public var value: Double
  /// What the people at hand say about all people.
  public var interval: IntervalEstimate
  /// How many people it rests on.
  public var people: Int
}

/// How often an interval must cover, as what is left over: α = 1 − level.
///
/// Levels are clamped to 0.5…0.9999 (NaN: 0.95), where the intervals here were checked.
func alpha(level: Double) -> Double { level.isNaN ? 0.05 : 1 - min(max(level, 0.5), 0.9999) }
