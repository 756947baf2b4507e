private import PortableFoundation

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
