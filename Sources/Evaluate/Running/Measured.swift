import GazeMetrics
package import GazeTesting

/// One person in everything that was done: the figures of the takes with targets, and of those without.
package struct Measured<Person: MeasuredPerson>: Sendable {
  private let targets: Person
  /// nil where all takes are of one kind.
  private let pages: Person?
  /// The personal session gave too little for a calibration, and the person went on without one.
  var isUncalibrated = false
  /// What a page draws of the person along time, where one was asked for.
  var record: TrackRecord?

  /// A person from takes, in their order; nil without any. Takes of the other kind count where there is none of a kind.
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

  /// The person in the takes that count for figures of a kind.
  package func person(_ kind: TakeKind) -> Person {
    switch kind {
    case .targets, .all: targets
    case .pages: pages ?? targets
    }
  }

  /// The person in the takes that count for a metric.
  package func person(for metric: PeopleMetric<Person>) -> Person { person(metric.takes) }

  /// Samples in all takes.
  var frames: Int { targets.frames + (pages?.frames ?? 0) }
  /// Seconds of them.
  var seconds: Double { targets.seconds + (pages?.seconds ?? 0) }

  /// One of those whom the sensor fails: in no figure.
  package var isFailing: Bool { targets.isFailing }
}

extension Measured where Person == PersonResult {
  /// The takes that count for the pointer.
  var pointer: PersonResult { person(.targets) }
  /// The takes that count for the scrolling.
  var scroll: PersonResult { person(.pages) }
}

/// Several people: a figure over those whom the sensor does not fail.
package struct People<Person: MeasuredPerson>: Sendable {
  /// In order.
  private(set) var all: [Measured<Person>]
  /// Whom they stand for.
  let population: Population

  /// Nobody, or these.
  init(_ all: [Measured<Person>] = [], of population: Population = .simulated) {
    self.all = all
    self.population = population
  }

  /// How many.
  var count: Int { all.count }

  /// Takes in more people.
  mutating func add(_ more: [Measured<Person>]) { all += more }

  /// A figure over them.
  func estimate(_ metric: PeopleMetric<Person>, level: Double = 0.95) -> PeopleEstimate? {
    metric.estimate(all.lazy.map { $0.person(for: metric) }.filter { !$0.isFailing }, level: level, of: population)
  }

  /// What one of them adds to a figure; nothing where the sensor fails the person.
  func part(_ metric: PeopleMetric<Person>, _ index: Int) -> PeopleEstimate.Part {
    let person = all[index].person(for: metric)
    return person.isFailing ? .init(0, 0) : metric.part(of: person)
  }
}
