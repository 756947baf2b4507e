import GazeMetrics
package import GazeTesting

/// One person's results over the whole run.
package struct PersonMeasurement<Person: MeasuredPerson>: Sendable {
  private var takes: PersonTakes<Person>
  /// True if the personal session had too little data for a calibration, so that the person continued without one.
  var isUncalibrated = false
  /// The person's data along time for an HTML page, if a page was requested; a part does not hold it.
  var record: PersonTrace?

  private enum CodingKeys: String, CodingKey {
    case takes, isUncalibrated
  }

  /// Creates a person from takes, in their order; nil without takes.
  init?(_ takes: [(kind: TakeKind, person: Person)]) {
    guard let takes = PersonTakes(takes) else { return nil }
    self.takes = takes
  }

  /// Changes the person's results.
  mutating func update(_ change: (inout Person) -> Void) { takes.update(change) }

  /// The person's results from the takes that count for metrics of this kind.
  package func person(_ kind: TakeKind) -> Person { takes.person(kind) }

  /// The person's results from the takes that count for a metric.
  package func person(for metric: PeopleMetric<Person>) -> Person { takes.person(for: metric) }

  /// The person's contribution to a metric; zero if the sensor fails for the person.
  func part(_ metric: PeopleMetric<Person>) -> PeopleEstimate.Part {
    let result = person(for: metric)
    return result.isFailing ? .init(0, 0) : metric.part(of: result)
  }

  /// Number of samples in all takes.
  package var frames: Int { takes.frames }
  /// Duration of all takes, seconds.
  var seconds: Double { takes.seconds }

  /// True if the sensor fails for this person. Such a person is left out of all metrics.
  package var isFailing: Bool { takes.isFailing }
}

extension PersonMeasurement: Codable where Person: Codable {}

extension PersonMeasurement where Person == PersonResult {
  /// The person's results from the takes that count for the pointer.
  var pointer: PersonResult { person(.targets) }
  /// The person's results from the takes that count for scrolling.
  var scroll: PersonResult { person(.pages) }
}

/// Several people, in memory of less than 1 kB each: the metrics' figures of every person, and the sums of which a
/// report is formed. Metrics are computed over those for whom the sensor works.
package struct Cohort<R: Rig>: Sendable {
  /// The population that the people represent.
  let population: Population
  /// Number of people.
  private(set) var count = 0
  /// Number of samples over all people.
  private(set) var frames = 0
  /// Duration over all people, seconds.
  private(set) var seconds = 0.0
  /// For each person, true if the sensor fails.
  private(set) var isFailing: BlockList<Bool> = []
  /// The numbers of the first people, whom a report lists.
  private(set) var listed: [Int] = []
  /// Data along time for an HTML page, of the people of whom it was kept.
  private(set) var records: [PersonTrace] = []
  /// Everything else that a report needs of the people.
  private(set) var summary = R.Summary()
  private var columns = R.Person.metrics.map { MetricColumn($0) }
  private var columnIndices = Dictionary(
    uniqueKeysWithValues: zip(R.Person.metrics.map(\.name), R.Person.metrics.indices))

  /// Creates a group of people, empty by default.
  package init(_ people: [PersonMeasurement<R.Person>] = [], of population: Population = .simulated) {
    self.population = population
    for person in people { add(person) }
  }

  /// Adds the next person.
  package mutating func add(_ person: PersonMeasurement<R.Person>) {
    count += 1
    frames += person.frames
    seconds += person.seconds
    isFailing.append(person.isFailing)
    if listed.count < ReportLimits.mostPeople { listed.append(person.person(.all).participant) }
    if let record = person.record { records.append(record) }
    for index in columns.indices {
      let result = person.person(for: columns[index].metric)
      columns[index].add(result, counts: !result.isFailing)
    }
    summary.add(person)
  }

  private func column(_ metric: PeopleMetric<R.Person>) -> MetricColumn<R.Person>? {
    columnIndices[metric.name].map { columns[$0] }
  }

  /// Estimates a metric over the people.
  package func estimate(_ metric: PeopleMetric<R.Person>, level: Double = 0.95) -> PeopleEstimate? {
    column(metric)?.estimate(level: level, of: population)
  }

  /// One person's contribution to a metric; zero if the sensor fails for the person.
  func part(_ metric: PeopleMetric<R.Person>, _ index: Int) -> PeopleEstimate.Part {
    column(metric)?.counted(index) ?? .init(0, 0)
  }

  /// One person's own part of a metric, whether or not the sensor fails for the person.
  func ownPart(_ metric: PeopleMetric<R.Person>, _ index: Int) -> PeopleEstimate.Part {
    column(metric)?[index] ?? .init(0, 0)
  }

  /// The contributions to a metric of the people for whom the sensor works and who have one, in order.
  func parts(_ metric: PeopleMetric<R.Person>) -> [PeopleEstimate.Part] { column(metric)?.parts ?? [] }
}

/// Everything that a report needs of people besides the metrics. A summary keeps no person whole, so that a hundred
/// thousand people fit in memory.
package protocol PeopleSummary<Person>: Sendable {
  associatedtype Person: MeasuredPerson
  /// A summary of nobody.
  init()
  /// Adds the next person.
  mutating func add(_ person: PersonMeasurement<Person>)
}

/// The summary of a rig whose reports need nothing besides the metrics.
package struct NoSummary<Person: MeasuredPerson>: PeopleSummary {
  /// A summary of nobody.
  package init() {}

  /// Does nothing.
  package mutating func add(_ person: PersonMeasurement<Person>) {}
}

/// A mean of values, of which some may be missing.
struct Mean: Sendable {
  private var (sum, count) = (0.0, 0)

  mutating func add(_ value: Double?) {
    guard let value else { return }
    sum += value
    count += 1
  }

  var value: Double? { count > 0 ? sum / Double(count) : nil }
}
