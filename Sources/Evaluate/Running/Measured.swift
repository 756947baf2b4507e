import GazeMetrics
package import GazeTesting

/// One person's results over the whole run: those from the takes with targets and those from the takes without.
package struct Measured<Person: MeasuredPerson>: Sendable {
  private let targets: Person
  /// Results from the takes without targets; nil if all takes are of one kind.
  private let pages: Person?
  /// True if the personal session had too little data for a calibration, so that the person continued without one.
  var isUncalibrated = false
  /// The person's data along time for an HTML page, if a page was requested.
  var record: TrackRecord?

  /// Creates a person from takes, in their order; nil without takes. If there are no takes of one kind, takes of the
  /// other kind are used in their place.
  init?(_ takes: [(kind: TakeKind, person: Person)]) {
    func joined(_ kind: TakeKind) -> Person? {
      let wanted = takes.filter { $0.kind == kind }
      let chosen = wanted.isEmpty ? takes : wanted
      guard var person = chosen.first?.person else { return nil }
      for other in chosen.dropFirst() { person.merge(other.person) }
      return person
    }
    guard let targets = joined(.targets) else { return nil }
    self.targets = targets
    let isMixed = takes.contains { $0.kind == .targets } && takes.contains { $0.kind == .pages }
    pages = isMixed ? joined(.pages) : nil
  }

  /// The person's results from the takes that count for metrics of this kind.
  package func person(_ kind: TakeKind) -> Person {
    switch kind {
    case .targets, .all: targets
    case .pages: pages ?? targets
    }
  }

  /// The person's results from the takes that count for a metric.
  package func person(for metric: PeopleMetric<Person>) -> Person { person(metric.takes) }

  /// Number of samples in all takes.
  var frames: Int { targets.frames + (pages?.frames ?? 0) }
  /// Duration of all takes, seconds.
  var seconds: Double { targets.seconds + (pages?.seconds ?? 0) }

  /// True if the sensor fails for this person. Such a person is left out of all metrics.
  package var isFailing: Bool { targets.isFailing }
}

extension Measured where Person == PersonResult {
  /// The person's results from the takes that count for the pointer.
  var pointer: PersonResult { person(.targets) }
  /// The person's results from the takes that count for scrolling.
  var scroll: PersonResult { person(.pages) }
}

/// Several people. Metrics are computed over those for whom the sensor works.
package struct People<Person: MeasuredPerson>: Sendable {
  /// The people, in order.
  private(set) var all: [Measured<Person>]
  /// The population that the people represent.
  let population: Population

  /// Creates a group of people, empty by default.
  init(_ all: [Measured<Person>] = [], of population: Population = .simulated) {
    self.all = all
    self.population = population
  }

  /// Number of people.
  var count: Int { all.count }

  /// Adds people.
  mutating func add(_ more: [Measured<Person>]) { all += more }

  /// Estimates a metric over the people.
  func estimate(_ metric: PeopleMetric<Person>, level: Double = 0.95) -> PeopleEstimate? {
    metric.estimate(all.lazy.map { $0.person(for: metric) }.filter { !$0.isFailing }, level: level, of: population)
  }

  /// One person's contribution to a metric; zero if the sensor fails for the person.
  func part(_ metric: PeopleMetric<Person>, _ index: Int) -> PeopleEstimate.Part {
    let person = all[index].person(for: metric)
    return person.isFailing ? .init(0, 0) : metric.part(of: person)
  }
}
