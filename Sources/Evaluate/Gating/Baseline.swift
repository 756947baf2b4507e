import Foundation
package import GazeMetrics
import GazePipeline
package import GazeRecording
import GazeTesting

/// A pipeline's accepted results, person by person, reviewed and kept beside the code. Later versions are compared with
/// it on the same people.
package struct Baseline: Sendable, Equatable {
  /// The subject of the baseline when it was accepted; all of it may differ later.
  package struct Facts: Sendable, Equatable, Codable {
    /// The pipeline's name.
    package var pipeline: String
    /// The smoothing in force.
    package var smoothing: String
    /// `profile`, `simulated` or `recorded`.
    package var deviceCalibration: String
    /// `5` or `none`.
    package var personCalibration: String
    /// Number of the draw of the tracker's own noise.
    package var noise: UInt64
  }

  /// A figure over all people in the file, for a reader.
  package struct Figure: Sendable, Equatable, Codable {
    /// Its value.
    @ExplicitNull package var value: Double?
    /// 95 % over people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// The metric's version; nil, as in older files, means 1.
    package var version: Int?
  }

  /// One person's parts of each metric.
  package struct Person: Sendable, Equatable {
    /// The participant's number.
    package var participant: Int
    /// True if tracking fails this person, who is then left out of all figures.
    package var isFailing: Bool
    /// Parts by metric; a metric without a figure of this person is left out.
    package var parts: [String: PeopleEstimate.Part]
  }

  /// The people, their scenarios and the phone.
  package var conditions: ScenarioConditions
  /// The subject of the baseline.
  package var facts: Facts
  /// Figures by metric.
  package var figures: [String: Figure]
  /// Participants 0, 1, 2, …
  package var people: [Person]

  /// Names of its metrics, in order.
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

  /// The value with six digits, for reading only; comparisons do not use it.
  private static func short(_ value: Double) -> Double {
    Double(NumberText.general(value, 6)) ?? value
  }

  /// The fault of a figure that was formed by another version of its metric; nil if the version is the same or the
  /// figure is missing.
  func outdated<Person>(_ metric: PeopleMetric<Person>) -> OutdatedMetricError? {
    figures[metric.name].flatMap { metric.outdated($0.version ?? 1) }
  }

  /// Parts of a metric for the people whose number is below `count`; zero for people whom tracking fails.
  func parts(_ metric: String, _ count: Int) -> [PeopleEstimate.Part] {
    people.prefix(count).map { $0.isFailing ? .init(0, 0) : $0.parts[metric] ?? .init(0, 0) }
  }
}
