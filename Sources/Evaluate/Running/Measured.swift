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

  /// The person's contribution to a metric; zero if the sensor fails for the person.
  func part(_ metric: PeopleMetric<Person>) -> PeopleEstimate.Part {
    let own = person(for: metric)
    return own.isFailing ? .init(0, 0) : metric.part(of: own)
  }

  /// Number of samples in all takes.
  package var frames: Int { takes.frames }
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
