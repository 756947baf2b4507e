private import PortableFoundation

internal import GazePipeline

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

extension PeopleEstimate {
  /// An estimate from `people` people, whose interval needs `fewest` of them. If enough people give no interval, it
  /// needs twice as many.
  init(value: Double, people: Int, fewest: Int = 0, interval: () -> ConfidenceInterval?) {
    let enough = people < fewest ? fewest : 2 * people
    let interval = people < fewest ? nil : interval()
    self.init(value: value, interval: interval.map { .interval($0) } ?? .needsPeople(enough), people: people)
  }
}

/// Allowed error of an interval: α = 1 − level.
///
/// Levels are clamped to 0.5…0.9999 (NaN counts as 0.95), the range in which this module's intervals were checked.
func alpha(level: Double) -> Double { level.isNaN ? 0.05 : 1 - min(max(level, 0.5), 0.9999) }

/// Intervals for counts of independent events. Events of one person are not independent of each other; for estimates
/// over people see `PeopleEstimate`.
extension ConfidenceInterval {
  /// Largest count for the exact intervals: the incomplete integrals take about √count terms.
  static let largestCount = 1e8

  /// Clopper and Pearson's exact interval of a proportion (Biometrika 26, 1934): its coverage is never below the level.
  ///
  /// nil unless 0 ≤ successes ≤ n, 0 < n ≤ 10⁸.
  package static func clopperPearson(successes: Int, of n: Int, level: Double = 0.95) -> ConfidenceInterval? {
    guard n > 0, Double(n) <= largestCount, (0...n).contains(successes) else { return nil }
    return clopperPearson(successes: Double(successes), of: Double(n), level: level)
  }

  /// Garwood's exact interval of a Poisson mean (Biometrika 28, 1936): its coverage is never below the level.
  ///
  /// A count of 0 gives [0, −ln(α/2)], whose upper end is 3.69 at 95 %: no false scroll in 10 minutes shows only that
  /// the rate is below 0.37 per minute. nil for a count below 0 or above 10⁸.
  package static func poisson(count: Int, level: Double = 0.95) -> ConfidenceInterval? {
    count >= 0 && Double(count) <= largestCount ? poisson(count: Double(count), level: level) : nil
  }

  /// Clopper and Pearson's interval for an effective number of trials, which may be a fraction.
  static func clopperPearson(successes x: Double, of n: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteBeta.quantile(half, x, n - x + 1),
      x >= n ? 1 : IncompleteBeta.quantile(1 - half, x + 1, n - x))
  }

  /// Garwood's interval for an effective count, which may be a fraction.
  static func poisson(count x: Double, level: Double) -> ConfidenceInterval? {
    let half = alpha(level: level) / 2
    return ConfidenceInterval(
      x <= 0 ? 0 : IncompleteGamma.quantile(half, x), IncompleteGamma.quantile(1 - half, x + 1))
  }
}

/// Origin of the people in a sample, which determines how many people an interval needs.
///
/// An interval cannot reflect people who are not in the sample. If a tracker fails for one person in ten, then 12 % of
/// samples of 20 people (0.9²⁰) contain no such person; the sampled people then look alike, and the interval is narrow
/// and wrong. The distribution of the simulator's people is known, and the intervals' coverage was measured on them
/// (`IntervalStudy`). About recorded people nothing is known beforehand. So the 5 % error of a verdict on
/// them is divided: one half is for the interval, which therefore has the level 97.5 %; 1 % is for samples that miss a
/// tail of one person in ten entirely; the rest is for samples that contain too little of the tail.
///
///     (1 − 1/10)ⁿ ≤ 0.01,  n = ⌈ln 0.01 / ln 0.9⌉ = 44
///
/// To cover a tail of one person in twenty would need 90 people; this is not done. `GateStudy` measures these
/// errors.
public enum Population: String, Sendable, Codable {
  /// People of the simulator.
  case simulated
  /// People in recordings.
  case recorded

  /// Share of recorded people that is assumed to be tracked badly.
  public static let badShare = 0.1
  /// Allowed probability that a sample contains no badly tracked person.
  public static let missingTail = 0.01

  /// Fewest people for an interval about this population, for any metric.
  public var fewestPeople: Int {
    switch self {
    case .simulated: 1
    case .recorded:
      Int((log(Self.missingTail) / log(1 - Self.badShare)).rounded(.up))
    }
  }

  /// Allowed error of a verdict's intervals, over all interim analyses together.
  public var errorOfInterval: Double { self == .simulated ? GateAnalyses.error : GateAnalyses.error / 2 }
}

extension PeopleEstimate {
  /// The same estimate as one about this population: the interval is removed if there are too few people.
  public func about(_ population: Population) -> PeopleEstimate {
    guard people < population.fewestPeople else { return self }
    var estimate = self
    estimate.interval = .needsPeople(max(interval.peopleNeeded ?? 0, population.fewestPeople))
    return estimate
  }
}
