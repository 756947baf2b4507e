public import GazeMetrics
public import GazeRecording
import GazeSimulation
public import PortableFoundation

/// A property of a run without which a metric has no value.
package enum MetricNeed: Equatable {
  /// The true gaze, which a simulator knows and a phone does not. The counterpart, if there is one, is the same
  /// distance measured to the shown target.
  case truth(counterpart: String? = nil)
  /// A simulated page that the pipeline itself moves.
  case closedLoop
}

/// A metric over people: its name as in the evaluation's JSON and in a gate, its unit, and its formula.
public struct PeopleMetric<Person: MeasuredPerson>: Sendable {
  /// The method of combining people from each person's `PeopleEstimate.Part`.
  enum Pooling {
    /// The mean of one number per person, which is not negative and at most `most`.
    case mean(most: Double)
    /// The mean of one number per person, which may have either sign.
    case difference
    /// Σ numerator/Σ denominator, at most 1.
    case proportion
    /// Σ events/Σ exposure.
    case rate
  }

  /// A person's contribution, and the method of combining people.
  enum Form {
    /// People are combined from their parts. If `exists` is given, the metric has a value only if that is true of
    /// somebody.
    case pooled(
      Pooling, exists: (@Sendable (Person) -> Bool)? = nil, part: @Sendable (Person) -> PeopleEstimate.Part?)
    /// People are combined from more than a part of each; a person's own value is the part.
    case tallied(@Sendable () -> any MetricTally<Person>)
  }

  /// Name, such as `pointer.errorPoints.median`.
  public let name: String
  /// `pt`, `mm`, `deg`, `deg²`, `deg/min`, `ms`, `s`, `Hz`, `1`, `1/min`, `pt/min`.
  public let unit: String
  /// The better side: `max` is for a metric whose value must not be large.
  public let better: AccuracyGate.Direction
  /// The metric in words, for readers who do not know its path in the JSON; nil if the path is enough.
  public let label: String?
  /// Smallest reference value for a relative change, in the metric's unit; a smaller reference value is replaced by it.
  /// For example, nobody notices it if one false scroll an hour becomes two. Assumed.
  public let smallestReference: Double
  /// Version of the definition, from 1. Values of different versions are not compared.
  public let version: Int
  /// The change in this version, such as "over … since version 2"; nil for version 1.
  public let change: String?
  /// The takes of a person in which the metric is formed.
  package private(set) var takes = TakeKind.all
  /// `words`: the metric in few words for a line in which the value has its unit; `meaning`: the definition in one
  /// line.
  package private(set) var words, meaning: String
  /// True for a share of a whole, which is printed in percent.
  package private(set) var isShare: Bool
  /// The property of a run without which the metric has no value; nil if every run has it.
  package private(set) var need: MetricNeed?
  /// Fewest simulated people, among those for whom the metric has a value, with whom the interval has its stated
  /// coverage; with fewer people no interval is given.
  private let fewestSimulated: Int
  let form: Form

  init(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    smallestReference: Double? = nil, version: Int = 1, change: String? = nil, _ form: Form
  ) {
    self.name = name
    self.unit = unit
    self.better = better
    self.label = label
    fewestSimulated = max(fewestPeople, Self.fewestPeople(form))
    self.smallestReference = smallestReference ?? Self.smallestReference(unit)
    self.version = version
    self.change = change
    self.form = form
    words = label ?? name
    meaning = words
    isShare = unit == "1" && Self.isAtMost1(form)
  }

  private static func isAtMost1(_ form: Form) -> Bool {
    switch form {
    case .pooled(.proportion, _, _): true
    case .pooled(.mean(let most), _, _): most == 1
    default: false
    }
  }

  /// By unit; a unit that is not listed, or is spelt in another way, counts as a number without unit.
  private static func smallestReference(_ unit: String) -> Double {
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

  /// The same metric in other words: few for a line of a terminal, and a definition.
  ///
  /// - Parameter isShare: false for an index, such as F1, which is formed like a share.
  package func called(
    _ words: String, _ meaning: String? = nil, isShare: Bool? = nil, needs need: MetricNeed? = nil
  ) -> PeopleMetric {
    var metric = self
    metric.words = words
    metric.meaning = meaning ?? metric.meaning
    metric.isShare = isShare ?? metric.isShare
    metric.need = need ?? metric.need
    return metric
  }

  /// True if the metric needs the true gaze, which a recording of a phone does not hold.
  package var needsTruth: Bool { if case .truth? = need { true } else { false } }

  /// The metric of the same quantity without the true gaze; nil if it does not exist.
  package var counterpart: String? { if case .truth(let counterpart)? = need { counterpart } else { nil } }

  /// The same metric, formed only in some takes.
  func formed(in takes: TakeKind) -> PeopleMetric {
    var metric = self
    metric.takes = takes
    return metric
  }

  /// Number of people that the interval's method needs.
  private static func fewestPeople(_ form: Form) -> Int {
    switch form {
    case .tallied, .pooled(.mean, _, _), .pooled(.difference, _, _): PeopleEstimate.fewestPeopleForMean
    case .pooled(.proportion, _, _): PeopleEstimate.fewestPeopleForProportion
    case .pooled(.rate, _, _): PeopleEstimate.fewestPeopleForRate
    }
  }

  /// Fewest people for whom the metric must have a value before there is an interval, and so a verdict.
  public func fewestPeople(of population: Population = .simulated) -> Int {
    max(fewestSimulated, population.fewestPeople)
  }

  /// Shortfall of this number of people for a verdict; nil if there are enough.
  public func shortfall(of people: Int, in population: Population = .simulated) -> PeopleShortfall? {
    let needed = fewestPeople(of: population)
    return people < needed ? PeopleShortfall(metric: name, needed: needed, people: people) : nil
  }

  /// The metric's estimate over these people; nil if it has a value for nobody. People for whom tracking fails belong
  /// in a separate call.
  ///
  /// - Parameters:
  ///   - people: the people's results.
  ///   - level: level of the interval, 0.5…0.9999.
  ///   - population: origin of the people.
  public func estimate(
    _ people: [Person], level: Double = 0.95, of population: Population = .simulated
  ) -> PeopleEstimate? {
    var column = MetricColumn(self)
    for person in people { column.add(person) }
    return column.estimate(level: level, of: population)
  }

  /// One person's contribution to the metric: Σnumerator/Σdenominator over people is the value of `estimate(_:level:)`.
  ///
  /// For metrics that pool events over people, numerator and denominator are the events and their exposure. For the
  /// other metrics they are the person's own value and 1, or 0 and 0 if the person has no value. Kappa and the size for
  /// 95 % are not such quotients over all people; for these two metrics the mean of each person's own value is
  /// compared.
  public func part(of person: Person) -> PeopleEstimate.Part {
    var column = MetricColumn(self)
    column.add(person)
    return column[0]
  }

  /// The metric's estimate if only each person's part is known, computed as in `estimate(_:level:)`.
  package func estimate(of parts: [PeopleEstimate.Part], level: Double) -> PeopleEstimate? {
    let pooling: Pooling = if case .pooled(let own, _, _) = form { own } else { .mean(most: .infinity) }
    return pooling.estimate(parts.filter { $0.denominator > 0 }, among: parts.count, level: level)
  }
}

extension PeopleMetric {
  /// All metrics, in the order of the report.
  public static var all: [PeopleMetric] { Person.metrics }

  /// The metric with this name; nil if it does not exist.
  package static func find(_ name: String) -> PeopleMetric? { all.first { $0.name == name } }

  /// The metric with this name.
  ///
  /// - Throws: `UnknownNameError` with the nearest ones.
  public static func named(_ name: String) throws(UnknownNameError) -> PeopleMetric {
    if let metric = find(name) { return metric }
    var error = UnknownNameError(kind: "metric", name: name, among: all.map(\.name))
    // A name without its first part, such as `errorDegrees.median`, is farther from the right one than a misspelling.
    if error.suggestions.isEmpty, name.count >= 3 {
      let wanted = name.lowercased()
      error.suggestions = Array(all.map(\.name).filter { $0.lowercased().contains(wanted) }.prefix(3))
    }
    throw error
  }

  /// The mean over people of one non-negative number per person.
  ///
  /// - Parameters:
  ///   - name: the metric's name, as in a limit.
  ///   - unit: the number's unit, for reports.
  ///   - better: the direction of a limit: `max` if smaller numbers are better.
  ///   - label: a few words for a report's table; nil takes the name.
  ///   - fewestPeople: number of people below which there is no interval.
  ///   - most: upper bound of each person's number, and so of the mean. Without this bound, the interval of few people
  ///     with one outlier would have an arbitrary upper end.
  ///   - figure: a person's number; nil for a person who has none.
  public static func mean(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    most: Double = .infinity, _ figure: @escaping @Sendable (Person) -> Double?
  ) -> PeopleMetric {
    PeopleMetric(
      name, unit, better: better, label: label, fewestPeople: fewestPeople,
      .pooled(.mean(most: most)) { figure($0).map { .init($0, 1) } })
  }

  /// The mean over people of one number per person, which may have either sign.
  public static func difference(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil,
    _ figure: @escaping @Sendable (Person) -> Double?
  ) -> PeopleMetric {
    PeopleMetric(
      name, unit, better: better, label: label, .pooled(.difference) { figure($0).map { .init($0, 1) } })
  }

  /// A share over all people, pooled: Σ numerator/Σ denominator. A person without a part is not counted.
  public static func proportion(
    _ name: String, _ unit: String = "1", better: AccuracyGate.Direction = .max, label: String? = nil,
    smallestReference: Double? = nil,
    _ part: @escaping @Sendable (Person) -> PeopleEstimate.Part?
  ) -> PeopleMetric {
    PeopleMetric(
      name, unit, better: better, label: label, smallestReference: smallestReference, .pooled(.proportion, part: part))
  }

  /// A rate over all people, pooled: Σ events/Σ exposure.
  public static func rate(
    _ name: String, _ unit: String, better: AccuracyGate.Direction = .max, label: String? = nil, fewestPeople: Int = 0,
    _ part: @escaping @Sendable (Person) -> PeopleEstimate.Part?
  ) -> PeopleMetric {
    PeopleMetric(
      name, unit, better: better, label: label, fewestPeople: fewestPeople, .pooled(.rate, part: part))
  }
}

/// A limit, or a baseline's value, that belongs to another version of its metric; values of different versions are not
/// comparable.
public struct OutdatedMetricError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The metric's name.
  public var metric: String
  /// The version of the metric for which the limit or value was made.
  public var found: Int
  /// The metric's present version.
  public var expected: Int
  /// The change in the present version.
  public var change: String?

  /// The fault without the remedy, because the remedy depends on where the limit or value is written.
  public var fault: String {
    guard found < expected else {
      return "\(metric) is of version \(found); expected version \(expected) at most: a newer gazesim made it"
    }
    return "\(metric) is of version \(found); expected version \(expected)" + (change.map { ", \($0)" } ?? "")
  }

  /// The fault and the remedy for a limit, on one line.
  public var description: String {
    "\(fault); set the limit again from today's figure and give it version \(expected)"
  }
}

extension PeopleMetric {
  /// Refuses limits on metrics that do not exist, and limits that were set for another version of their metric.
  ///
  /// - Throws: `UnknownNameError` or `OutdatedMetricError`.
  public static func check(_ limits: [AccuracyGate]) throws {
    for limit in limits {
      if let fault = try named(limit.metric).outdated(limit.version) { throw fault }
    }
  }

  /// The fault of a limit or value made for the version `found`; nil if that is the present version.
  package func outdated(_ found: Int) -> OutdatedMetricError? {
    found == version ? nil : OutdatedMetricError(metric: name, found: found, expected: version, change: change)
  }

  /// The versions of all metrics whose definition has changed; all others have version 1.
  package static var versions: [String: Int] {
    Dictionary(uniqueKeysWithValues: all.filter { $0.version > 1 }.map { ($0.name, $0.version) })
  }
}

extension OutdatedMetricError: LocalizedError {
  /// The fault and the remedy, for code that shows `localizedDescription`.
  public var errorDescription: String? { description }
}
