import Foundation
public import GazeMetrics
public import GazeRecording
import GazeTesting

/// What a pipeline came to once, person by person, reviewed and kept beside the code: later versions are compared with it
/// on the same people.
public struct Baseline: Sendable, Equatable {
  /// What was judged when it was accepted; none of it must be the same later on.
  public struct Facts: Sendable, Equatable, Codable {
    /// The pipeline's name.
    public var pipeline: String
    /// The smoothing in force.
    public var smoothing: String
    /// `profile`, `simulated` or `recorded`.
    public var deviceCalibration: String
    /// `5` or `none`.
    public var personCalibration: String
    /// Which draw of the tracker's own noise.
    public var noise: UInt64
  }

  /// A figure over everybody in the file, for its reader.
  public struct Figure: Sendable, Equatable, Codable {
    /// Its value.
    @ExplicitNull public var value: Double?
    /// 95 % over people.
    @ExplicitNull public var ci95: Interval?
    /// The metric's version; nil, as in older files, is 1.
    public var version: Int?
  }

  /// One person's parts of each metric.
  public struct Person: Sendable, Equatable {
    /// The participant's number.
    public var participant: Int
    /// One of those whom tracking fails; in no figure.
    public var isFailing: Bool
    /// By metric; a metric without a figure of this person is not there.
    public var parts: [String: PeopleEstimate.Part]
  }

  /// Who did what on which phone.
  public var conditions: ScenarioConditions
  /// What was judged.
  public var facts: Facts
  /// By metric.
  public var figures: [String: Figure]
  /// Participants 0, 1, 2, …
  public var people: [Person]

  /// The metrics that it holds, in order.
  public var metrics: [String] { figures.keys.sorted() }

  /// A baseline of these people.
  init<Figures: JudgedFigures>(
    _ conditions: ScenarioConditions, _ facts: Facts, _ people: JudgedPeople<Figures>,
    metrics: [PeopleMetric<Figures.Person>]
  ) {
    self.conditions = conditions
    self.facts = facts
    figures = [:]
    for metric in metrics {
      let estimate = people.estimate(metric)
      figures[metric.name] = Figure(
        value: estimate.map { Self.short($0.value) },
        ci95: estimate?.interval.interval.flatMap { Interval(Self.short($0.lower), Self.short($0.upper)) },
        version: metric.version)
    }
    self.people = (0..<people.count).map { index in
      var person = Person(participant: index, isFailing: people.isFailing(index), parts: [:])
      for metric in metrics {
        let part = people.part(metric, index)
        if part.denominator > 0 { person.parts[metric.name] = part }
      }
      return person
    }
  }

  /// Six digits: these are for reading, nothing is compared with them.
  private static func short(_ value: Double) -> Double {
    Double(String(format: "%.6g", locale: Locale(identifier: "en_US_POSIX"), value)) ?? value
  }

  /// The fault of a figure that was formed by another version of its metric; nil where it was not, or is not there.
  func outdated<Person>(_ metric: PeopleMetric<Person>) -> OutdatedMetric? {
    figures[metric.name].flatMap { metric.outdated($0.version ?? 1) }
  }

  /// The people whose number is below `count`, by what they add to a metric; failing ones add nothing.
  func parts(_ metric: String, _ count: Int) -> [PeopleEstimate.Part] {
    people.prefix(count).map { $0.isFailing ? .init(0, 0) : $0.parts[metric] ?? .init(0, 0) }
  }
}
