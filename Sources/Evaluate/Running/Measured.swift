import GazeMetrics
package import GazeTesting

/// One person's results over the whole run.
package struct Measured<Person: MeasuredPerson>: Sendable {
  private var takes: JoinedTakes<Person>
  /// True if the personal session had too little data for a calibration, so that the person continued without one.
  var isUncalibrated = false
  /// The person's data along time for an HTML page, if a page was requested; a part does not hold it.
  var record: TrackRecord?

  private enum CodingKeys: String, CodingKey {
    case takes, isUncalibrated
  }

  /// Creates a person from takes, in their order; nil without takes.
  init?(_ takes: [(kind: TakeKind, person: Person)]) {
    guard let takes = JoinedTakes(takes) else { return nil }
    self.takes = takes
  }

  /// Changes the person's results.
  mutating func update(_ change: (inout Person) -> Void) { takes.update(change) }

  /// The person's results from the takes that count for metrics of this kind.
  package func person(_ kind: TakeKind) -> Person { takes.person(kind) }

  /// The person's results from the takes that count for a metric.
  package func person(for metric: PeopleMetric<Person>) -> Person { takes.person(for: metric) }

  /// Number of samples in all takes.
  var frames: Int { takes.frames }
  /// Duration of all takes, seconds.
  var seconds: Double { takes.seconds }

  /// True if the sensor fails for this person. Such a person is left out of all metrics.
  package var isFailing: Bool { takes.isFailing }
}

extension Measured: Codable where Person: Codable {}

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
