public import GazeMetrics
public import GazeRecording
import GazeSimulation

/// One person's figures in whatever rig, and the metrics that are formed over such people.
public protocol MeasuredPerson: Sendable, Equatable {
  /// The participant's number.
  var participant: Int { get }
  /// One of those whom the sensor fails; reported apart, in no other figure.
  var isFailing: Bool { get set }
  /// Samples that came.
  var frames: Int { get }
  /// From the first to the last.
  var seconds: Double { get }
  /// Takes in another scenario of the same person.
  mutating func merge(_ other: Self)
  /// Takes in what the header of a simulated recording knows of the person.
  mutating func complete(_ truth: RecordingHeader.Truth.Person)
  /// All metrics, in the order of the report.
  static var metrics: [PeopleMetric<Self>] { get }
}

extension MeasuredPerson {
  /// Whether the sensor fails the person.
  public mutating func complete(_ truth: RecordingHeader.Truth.Person) { isFailing = truth.failing }
}

/// A figure over people: its name as in the evaluation's JSON and in a gate, its unit, and how it is formed.
public struct PeopleMetric<Person: MeasuredPerson>: Sendable {
  /// How what people add is put together where only their parts are left.
  enum Pooling: Sendable {
    /// The mean of everybody's own figure, which is not negative.
    case mean
    /// The same for a figure of either sign.
    case difference
    /// Σ numerator/Σ denominator, at most 1.
    case proportion
    /// Σ events/Σ exposure.
    case rate
  }

  /// Such as `pointer.errorPoints.median`.
  public let name: String
  /// `pt`, `mm`, `deg`, `deg²`, `deg/min`, `ms`, `s`, `Hz`, `1`, `1/min`, `pt/min`.
  public let unit: String
  /// Which side is the better one: `max` is a figure that must not be large.
  public let better: AccuracyGate.Direction
  /// In words, for people who do not know its path in the JSON; nil where the path will do.
  public let label: String?
  /// Below this, in the metric's unit, a change is counted from here and not from what the figure was: a false scroll an
  /// hour that becomes two is no doubling that anybody feels. Assumed.
  public let leastForChange: Double
  /// Of its definition: numbers of different versions are not compared. 1 is the first.
  public let version: Int
  /// What this version changed, as "over … since version 2"; nil of the first one.
  public let change: String?
  /// In which takes of a person it is formed.
  package private(set) var takes = TakeKind.all
  /// With fewer simulated people who have the figure its interval would not cover what it says: it is not given.
  private let fewestSimulated: Int
  private let form: Form
  private let pooling: Pooling
  private let ownPart: (@Sendable (Person) -> PeopleEstimate.Part?)?

  typealias Form = @Sendable ([Person], Double, inout PhiloxGenerator) -> PeopleEstimate?

  init(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    leastForChange: Double? = nil, version: Int = 1, change: String? = nil, pooling: Pooling = .mean,
    part: (@Sendable (Person) -> PeopleEstimate.Part?)? = nil, _ form: @escaping Form
  ) {
    self.name = name
    self.unit = unit
    self.better = better
    self.label = label
    fewestSimulated = max(fewestPeople, Self.fewestPeople(pooling))
    self.leastForChange = leastForChange ?? Self.leastForChange(unit)
    self.version = version
    self.change = change
    self.pooling = pooling
    self.form = form
    ownPart = part
  }

  private static func leastForChange(_ unit: String) -> Double {
    switch unit {
    case "pt": 1
    case "mm": 0.15
    case "deg", "deg²", "deg/min": 0.02
    case "ms": 5
    case "1/min": 0.2
    case "pt/min": 100
    default: 0.05
    }
  }

  /// The same, formed in some takes alone.
  func formed(in takes: TakeKind) -> PeopleMetric {
    var metric = self
    metric.takes = takes
    return metric
  }

  /// What the method of the interval takes.
  private static func fewestPeople(_ pooling: Pooling) -> Int {
    switch pooling {
    case .mean, .difference: PeopleEstimate.fewestPeopleForMean
    case .proportion: PeopleEstimate.fewestPeopleForProportion
    case .rate: PeopleEstimate.fewestPeopleForRate
    }
  }

  /// Fewest people who have the figure for an interval, and so for a verdict.
  public func fewestPeople(of population: Population = .simulated) -> Int {
    max(fewestSimulated, population.fewestPeople)
  }

  /// How many of so many people are missing for a verdict; nil where there are enough.
  public func shortfall(of people: Int, in population: Population = .simulated) -> PeopleShortfall? {
    let needed = fewestPeople(of: population)
    return people < needed ? PeopleShortfall(metric: name, needed: needed, people: people) : nil
  }

  /// The figure over these people; nil where nobody has it. People whom tracking fails belong in a call of their own.
  ///
  /// - Parameters:
  ///   - level: of the interval, 0.5…0.9999.
  ///   - population: where the people come from.
  public func estimate(
    _ people: [Person], level: Double = 0.95, of population: Population = .simulated
  ) -> PeopleEstimate? {
    // Each figure resamples people with its own generator, so that asking for one changes no other.
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    guard var estimate = form(people, level, &rng) else { return nil }
    let fewest = fewestPeople(of: population)
    if estimate.people < fewest { estimate.interval = .needsPeople(fewest) }
    return estimate
  }

  /// What one person adds to the figure: Σnumerator/Σdenominator over people is `estimate(_:level:)`'s value.
  ///
  /// For figures that pool events over people these are the events and what they are counted by, for the others the
  /// person's own figure and 1; without one, 0 and 0. Kappa and the size for 95 % are no such quotient of everybody: what is
  /// compared is the mean over people of each one's own.
  public func part(of person: Person) -> PeopleEstimate.Part {
    if let ownPart { return ownPart(person) ?? .init(0, 0) }
    return estimate([person]).map { .init($0.value, 1) } ?? .init(0, 0)
  }

  /// The figure over people of whom only the parts are left, formed as `estimate(_:level:)` forms it.
  package func estimate(of parts: [PeopleEstimate.Part], level: Double) -> PeopleEstimate? {
    let parts = parts.filter { $0.denominator > 0 }
    let pairs = parts.map { ($0.numerator, $0.denominator) }
    var rng = PhiloxGenerator(seed: 1, stream: 0)
    return switch pooling {
    case .proportion: PeopleEstimate.proportion(of: pairs, level: level)
    case .rate: PeopleEstimate.rate(of: pairs, level: level)
    case .difference: PeopleEstimate.pairedDifference(of: pairs.map { ($0.0, 0) }, level: level, using: &rng)
    case .mean: PeopleEstimate.mean(of: parts.map(\.numerator), level: level, using: &rng)
    }
  }
}

extension PeopleMetric {
  /// All metrics, in the order of the report.
  public static var all: [PeopleMetric] { Person.metrics }

  /// The metric with this name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ name: String) throws(UnknownNameError) -> PeopleMetric {
    if let metric = all.first(where: { $0.name == name }) { return metric }
    throw UnknownNameError(kind: "metric", name: name, among: all.map(\.name))
  }

  /// The mean over people of one figure each, which is not negative.
  ///
  /// - Parameter most: no figure can be more, so neither can their mean: of few people, one of them far off, the interval's
  ///   upper end would else lie anywhere.
  public static func mean(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    most: Double = .infinity, _ figure: @escaping @Sendable (Person) -> Double?
  ) -> PeopleMetric {
    PeopleMetric(name, unit, better: better, label: label, fewestPeople: fewestPeople) { people, level, rng in
      var estimate = PeopleEstimate.mean(of: people.compactMap(figure), most: most, level: level, using: &rng)
      if let interval = estimate?.interval.interval, interval.upper > most {
        estimate?.interval =
          ConfidenceInterval(interval.lower, most).map { .interval($0) } ?? .needsPeople(2 * people.count)
      }
      return estimate
    }
  }

  /// The mean over people of one figure each, which takes either sign.
  public static func difference(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil,
    _ figure: @escaping @Sendable (Person) -> Double?
  ) -> PeopleMetric {
    PeopleMetric(name, unit, better: better, label: label, pooling: .difference) { people, level, rng in
      PeopleEstimate.pairedDifference(of: people.compactMap { figure($0).map { ($0, 0) } }, level: level, using: &rng)
    }
  }

  /// A share of what all people did, pooled: Σ numerator/Σ denominator. Who has no part is not counted.
  public static func proportion(
    _ name: String, _ unit: String = "1", better: AccuracyGate.Direction = .max, label: String? = nil,
    leastForChange: Double? = nil,
    _ part: @escaping @Sendable (Person) -> PeopleEstimate.Part?
  ) -> PeopleMetric {
    PeopleMetric(
      name, unit, better: better, label: label, leastForChange: leastForChange, pooling: .proportion, part: part
    ) { people, level, _ in
      PeopleEstimate.proportion(
        of: people.compactMap { part($0).map { ($0.numerator, $0.denominator) } }, level: level)
    }
  }

  /// Events of all people by what they are counted by, pooled: Σ events/Σ exposure.
  public static func rate(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    _ part: @escaping @Sendable (Person) -> PeopleEstimate.Part?
  ) -> PeopleMetric {
    PeopleMetric(name, unit, better: better, label: label, fewestPeople: fewestPeople, pooling: .rate, part: part) {
      people, level, _ in
      PeopleEstimate.rate(
        of: people.compactMap { part($0).map { ($0.numerator, $0.denominator) } }, level: level)
    }
  }
}
