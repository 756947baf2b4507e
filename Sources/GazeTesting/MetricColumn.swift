package import GazeMetrics
import GazeSimulation

/// A metric's figures of people, in their order: a number or two a person in place of the person's results, so that a
/// hundred thousand people fit in memory.
package struct MetricColumn<Person: MeasuredPerson>: Sendable {
  /// The metric.
  package let metric: PeopleMetric<Person>
  /// Number of people.
  package private(set) var count = 0
  /// People who are in no estimate, in ascending order.
  private var leftOut: [Int] = []
  /// Number of people before the first who has a part: many columns stay empty, such as those of a closed loop.
  private var absent = 0
  /// The parts' numerators from `absent` on, NaN for a person without a part.
  private var numerators: NumberList = []
  /// The parts' denominators from `absent` on; empty if they are all 1.
  private var denominators: NumberList = []
  private var exists: Bool
  private var tally: (any MetricTally<Person>)?

  /// A column without people.
  package init(_ metric: PeopleMetric<Person>) {
    self.metric = metric
    switch metric.form {
    case .pooled(_, let exists, _): self.exists = exists == nil
    case .tallied(let tally): (self.tally, exists) = (tally(), true)
    }
  }

  /// Adds the next person. One who does not count, since the sensor fails, has a part but is in no estimate.
  package mutating func add(_ person: Person, counts: Bool = true) {
    if !counts { leftOut.append(count) }
    count += 1
    switch metric.form {
    case .pooled(let pooling, let asks, let part):
      if counts, !exists, let asks { exists = asks(person) }
      append(part(person).flatMap { pooling.accepts($0) ? $0 : nil }, hasDenominator: pooling.hasDenominator)
    case .tallied(let empty):
      // The column gives its tally away while the tally grows; a second reference would copy it for each person.
      var own: (any MetricTally<Person>)?
      if counts { (own, tally) = (tally, nil) } else { own = empty() }
      append(own?.add(person).map { .init($0, 1) }, hasDenominator: false)
      if counts { tally = own }
    }
  }

  private mutating func append(_ part: PeopleEstimate.Part?, hasDenominator: Bool) {
    guard part != nil || !numerators.isEmpty else {
      absent += 1
      return
    }
    numerators.append(part?.numerator ?? .nan)
    if hasDenominator { denominators.append(part?.denominator ?? 0) }
  }

  /// One person's part; zero for a person without one.
  package subscript(index: Int) -> PeopleEstimate.Part {
    let place = index - absent
    guard numerators.indices.contains(place), !numerators[place].isNaN else { return .init(0, 0) }
    return .init(numerators[place], denominators.isEmpty ? 1 : denominators[place])
  }

  /// One person's part; zero for a person without one, and for one who does not count.
  package func counted(_ index: Int) -> PeopleEstimate.Part {
    var (low, high) = (0, leftOut.count)
    while low < high {
      let middle = (low + high) / 2
      if leftOut[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < leftOut.count && leftOut[low] == index ? .init(0, 0) : self[index]
  }

  /// The parts of those who have one and count, in order.
  package var parts: [PeopleEstimate.Part] {
    var (next, parts) = (leftOut[...], [PeopleEstimate.Part]())
    for index in absent..<count {
      while let first = next.first, first < index { next.removeFirst() }
      guard next.first != index else { continue }
      let part = self[index]
      if part.denominator > 0 { parts.append(part) }
    }
    return parts
  }

  /// The metric's estimate over those who count; nil if it has a value for nobody.
  package func estimate(level: Double = 0.95, of population: Population = .simulated) -> PeopleEstimate? {
    guard exists, var estimate = combined(level: level) else { return nil }
    let fewest = metric.fewestPeople(of: population)
    if estimate.people < fewest { estimate.interval = .needsPeople(fewest) }
    return estimate
  }

  private func combined(level: Double) -> PeopleEstimate? {
    switch metric.form {
    case .pooled(let pooling, _, _): pooling.estimate(parts, among: count - leftOut.count, level: level)
    case .tallied: tally?.estimate(level: level)
    }
  }
}

/// Everything that a metric keeps of people if it cannot be formed from a part of each.
protocol MetricTally<Person>: Sendable {
  associatedtype Person
  /// Adds a person, and returns the person's own value; nil for a person without one.
  mutating func add(_ person: Person) -> Double?
  /// The estimate over the people; nil if it has a value for nobody.
  func estimate(level: Double) -> PeopleEstimate?
}

/// The people's hit rates, of which the size for 95 % is formed.
struct SizeTally: MetricTally {
  private var sizes = PooledTargetSizes()

  mutating func add(_ person: PersonResult) -> Double? {
    sizes.add(person.targetSizes)
    return PeopleEstimate.side(for: 0.95, [person.targetSizes])?.value
  }

  func estimate(level: Double) -> PeopleEstimate? { sizes.side(for: 0.95, level: level) }
}

/// The people's confusion matrices, of which kappa is formed.
struct KappaTally: MetricTally {
  private var people = ConfusionList()

  mutating func add(_ person: PersonResult) -> Double? {
    people.append(person.scroll.confusion)
    return PeopleEstimate.kappa([person.scroll.confusion])?.value
  }

  func estimate(level: Double) -> PeopleEstimate? { PeopleEstimate.kappa(people, level: level) }
}

extension PeopleMetric.Pooling {
  /// True if a part may be taken in; a person with a number out of range has no part.
  func accepts(_ part: PeopleEstimate.Part) -> Bool {
    switch self {
    case .mean: part.numerator >= 0 && part.numerator <= 1e150
    case .difference: abs(part.numerator) <= 1e150
    case .proportion, .rate: !part.numerator.isNaN
    }
  }

  /// True if a part's denominator is not always 1.
  var hasDenominator: Bool {
    switch self {
    case .mean, .difference: false
    case .proportion, .rate: true
    }
  }

  /// The estimate from parts whose denominators are above 0; `count` is the number of people, with and without parts.
  func estimate(_ parts: [PeopleEstimate.Part], among count: Int, level: Double) -> PeopleEstimate? {
    // Each metric resamples people with its own generator, so that computing one metric does not change another.
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    switch self {
    case .mean(let most):
      var estimate = PeopleEstimate.mean(of: parts.map(\.numerator), most: most, level: level, using: &rng)
      if let interval = estimate?.interval.interval, interval.upper > most {
        estimate?.interval =
          ConfidenceInterval(interval.lower, most).map { .interval($0) } ?? .needsPeople(2 * count)
      }
      return estimate
    case .difference:
      return PeopleEstimate.pairedDifference(of: parts.map { ($0.numerator, 0) }, level: level, using: &rng)
    case .proportion:
      return PeopleEstimate.proportion(of: parts.map { ($0.numerator, $0.denominator) }, level: level)
    case .rate:
      return PeopleEstimate.rate(of: parts.map { ($0.numerator, $0.denominator) }, level: level)
    }
  }
}
