import Foundation
package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting

/// What a pipeline came to once, person by person, reviewed and kept beside the code: later versions are compared with it
/// on the same people.
package struct Baseline: Sendable, Equatable {
  /// What was judged when it was accepted; none of it must be the same later on.
  package struct Facts: Sendable, Equatable, Codable {
    /// The pipeline's name.
    package var pipeline: String
    /// The smoothing in force.
    package var smoothing: String
    /// `profile`, `simulated` or `recorded`.
    package var deviceCalibration: String
    /// `5` or `none`.
    package var personCalibration: String
    /// Which draw of the tracker's own noise.
    package var noise: UInt64
  }

  /// A figure over everybody in the file, for its reader.
  package struct Figure: Sendable, Equatable, Codable {
    /// Its value.
    @ExplicitNull package var value: Double?
    /// 95 % over people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// The metric's version; nil, as in older files, is 1.
    package var version: Int?
  }

  /// One person's parts of each metric.
  package struct Person: Sendable, Equatable {
    /// The participant's number.
    package var participant: Int
    /// One of those whom tracking fails; in no figure.
    package var isFailing: Bool
    /// By metric; a metric without a figure of this person is not there.
    package var parts: [String: PeopleEstimate.Part]
  }

  /// Who did what on which phone.
  package var conditions: ScenarioConditions
  /// What was judged.
  package var facts: Facts
  /// By metric.
  package var figures: [String: Figure]
  /// Participants 0, 1, 2, …
  package var people: [Person]

  /// The metrics that it holds, in order.
  package var metrics: [String] { figures.keys.sorted() }

  /// A baseline of these people.
  init<Measure: MeasuredPerson>(
    _ conditions: ScenarioConditions, _ facts: Facts, _ people: People<Measure>,
    metrics: [PeopleMetric<Measure>]
  ) {
    self.conditions = conditions
    self.facts = facts
    figures = [:]
    for metric in metrics {
      let estimate = people.estimate(metric)
      figures[metric.name] = Figure(
        value: estimate.map { Self.short($0.value) },
        ci95: estimate?.interval.interval.flatMap { ConfidenceInterval(Self.short($0.lower), Self.short($0.upper)) },
        version: metric.version)
    }
    self.people = (0..<people.count).map { index in
      var person = Person(participant: index, isFailing: people.all[index].isFailing, parts: [:])
      for metric in metrics {
        let part = people.part(metric, index)
        if part.denominator > 0 { person.parts[metric.name] = part }
      }
      return person
    }
  }

  /// Six digits: these are for reading, nothing is compared with them.
  private static func short(_ value: Double) -> Double {
    Double(NumberText.general(value, 6)) ?? value
  }

  /// The fault of a figure that was formed by another version of its metric; nil where it was not, or is not there.
  func outdated<Person>(_ metric: PeopleMetric<Person>) -> OutdatedMetricError? {
    figures[metric.name].flatMap { metric.outdated($0.version ?? 1) }
  }

  /// The people whose number is below `count`, by what they add to a metric; failing ones add nothing.
  func parts(_ metric: String, _ count: Int) -> [PeopleEstimate.Part] {
    people.prefix(count).map { $0.isFailing ? .init(0, 0) : $0.parts[metric] ?? .init(0, 0) }
  }
}
