package import GazeMetrics
import GazeRecording
import GazeTesting

/// Findings of a rig that has nothing to report besides metrics: each metric at its path
/// (`orientation.errorDegrees.mean`), the settings, the remarks and each person's values.
package struct PlainFindings: Sendable, Encodable {
  /// One person's values.
  package struct Person: Sendable, Equatable, Encodable {
    /// The participant's number.
    package var participant: Int
    /// True if the sensor fails for this person.
    package var failing: Bool
    /// The person's values by metric.
    package var figures: [String: Double]
  }

  /// The metrics as a tree whose levels are the parts of the metrics' paths.
  let tree: FigureTree
  /// Values of the settings that the judged pipeline uses.
  package let settings: [String: Double]
  /// Sentences without which the numbers could be misunderstood.
  package let remarks: [String]
  /// Values of the first 2,000 people, including people for whom the sensor fails.
  package let people: [Person]
  private let failing: Int

  package init<R: Rig>(
    _ people: Cohort<R>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject, remarks: [String] = []
  ) {
    failing = people.isFailing.count { $0 }
    var tree: FigureTree = [:]
    for metric in R.Person.metrics {
      tree.set(metric.name, estimates[metric.name]?.value)
    }
    self.tree = tree
    // Settings that only other pipelines use are left out.
    let taken = R.pipelines.first { $0.name == subject.pipeline }?.settings
    settings = subject.settings.filter { taken?.contains($0.key) ?? true }
    self.remarks = remarks.map(Sentence.text)
    self.people = people.listed.enumerated().map { index, participant in
      var figures: [String: Double] = [:]
      for metric in R.Person.metrics {
        let part = people.ownPart(metric, index)
        if part.denominator > 0 { figures[metric.name] = part.numerator / part.denominator }
      }
      return Person(participant: participant, failing: people.isFailing[index], figures: figures)
    }
  }

  /// Writes each metric at its path.
  package func encode(to encoder: any Encoder) throws {
    var tree = tree
    tree.set("settings", settings)
    tree.set("failing.participants", failing)
    tree.set("people", people)
    tree.set("remarks", remarks)
    try tree.encode(to: encoder)
  }
}

/// Limits on the length of a report.
enum ReportLimits {
  /// Largest number of people listed; the first ones are listed.
  static let mostPeople = 2000
}

/// A value, null if it could not be computed, or the subtree of a part of a metric's path.
indirect enum FigureTree: Sendable, Encodable, ExpressibleByDictionaryLiteral {
  case value((any Encodable & Sendable)?)
  case group([String: FigureTree])

  /// A tree of values by their paths.
  init(dictionaryLiteral values: (String, (any Encodable & Sendable)?)...) {
    self = .group([:])
    for (path, value) in values { set(path, value) }
  }

  /// Sets the value at a path such as `pointer.errorPoints.median`.
  mutating func set(_ path: String, _ value: (any Encodable & Sendable)?) {
    set(path.split(separator: ".")[...], value)
  }

  private mutating func set(_ path: ArraySlice<Substring>, _ value: (any Encodable & Sendable)?) {
    guard let first = path.first else { return self = .value(value) }
    var children: [String: FigureTree] = if case .group(let children) = self { children } else { [:] }
    var child = children[String(first)] ?? [:]
    child.set(path.dropFirst(), value)
    children[String(first)] = child
    self = .group(children)
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value):
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    case .group(let children):
      var container = encoder.container(keyedBy: AnyKey.self)
      for (name, child) in children { try container.encode(child, forKey: AnyKey(name)) }
    }
  }
}

extension Rig where Findings == PlainFindings {
  /// The metrics at their paths, the settings and the people, without remarks.
  package static func findings(
    _ people: Cohort<Self>, _ estimates: [String: PeopleEstimate], _ subject: ReportSubject
  ) -> PlainFindings {
    PlainFindings(people, estimates, subject, remarks: remarks(people, subject))
  }
}
