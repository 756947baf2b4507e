internal import GazePipeline

/// Where the people of a figure come from, and so how few of them may speak for everybody.
///
/// No interval knows of people who are not in the sample. Of 20 people, the one in ten whom a tracker serves badly is
/// missing altogether in 0.9²⁰ = 12 % of samples, and then the others look alike and the interval is narrow and wrong.
/// The simulator's people are known, and the intervals were measured on them (`gazesim study intervals`). Of recorded
/// people nothing is known beforehand. So the 5 % in which a verdict on them may be wrong are shared out: one half is the
/// interval's, which has the level 97.5 %; 1 % pays for a tail of one person in ten that is not there at all; the rest for
/// tails of which there is too little.
///
///     (1 − 1/10)ⁿ ≤ 0.01,  n = ⌈ln 0.01 / ln 0.9⌉ = 44
///
/// A tail of one person in twenty would take 90 people: that is not covered. `gazesim study gates` measures all of it.
public enum Population: String, Sendable, Codable {
  /// The simulator's own people.
  case simulated
  /// People in recordings.
  case recorded

  /// Share of recorded people who may be tracked badly.
  public static let badShare = 0.1
  /// How often all of them may be missing.
  public static let missingTail = 0.01

  /// Fewest people who may speak for this population, whatever the figure.
  public var fewestPeople: Int {
    switch self {
    case .simulated: 1
    case .recorded:
      Int((Elementary.log(Self.missingTail) / Elementary.log(1 - Self.badShare)).rounded(.up))
    }
  }

  /// How often the interval of a verdict may be wrong, all looks together.
  public var errorOfInterval: Double { self == .simulated ? GateLooks.error : GateLooks.error / 2 }
}

extension PeopleEstimate {
  /// The same about this population: without an interval where there are too few people for any.
  public func about(_ population: Population) -> PeopleEstimate {
    guard people < population.fewestPeople else { return self }
    var estimate = self
    estimate.interval = .needsPeople(max(interval.peopleNeeded ?? 0, population.fewestPeople))
    return estimate
  }
}
