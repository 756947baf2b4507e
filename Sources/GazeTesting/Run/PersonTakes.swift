/// One person's results over several takes: those from the takes with targets and those from the takes without.
package struct PersonTakes<Person: MeasuredPerson>: Sendable {
  private var targets: Person
  /// Results from the takes without targets; nil if all takes are of one kind.
  private var pages: Person?

  /// A person from takes, in their order; nil without takes. If there are no takes of one kind, takes of the other kind
  /// are used in their place.
  package init?(_ takes: [(kind: TakeKind, person: Person)]) {
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

  /// Changes the person's results.
  package mutating func update(_ change: (inout Person) -> Void) {
    change(&targets)
    if var result = pages {
      change(&result)
      pages = result
    }
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
  package var frames: Int { targets.frames + (pages?.frames ?? 0) }
  /// Duration of all takes, seconds.
  package var seconds: Double { targets.seconds + (pages?.seconds ?? 0) }
  /// True if the sensor fails for this person. Such a person is left out of all metrics.
  package var isFailing: Bool { targets.isFailing }
}

extension PersonTakes: Codable where Person: Codable {}
