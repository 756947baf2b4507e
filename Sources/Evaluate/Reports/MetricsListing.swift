package import Documents
package import GazeMetrics
package import GazeRecording
import GazeTesting

/// The metrics of a rig with their units and definitions: `"schema":"gazesim.metrics"`.
package struct MetricsListing: Sendable, Encodable {
  /// A metric.
  package struct Metric: Sendable, Encodable {
    /// Name, as in limits files and `--limit`.
    package var name: String
    /// Unit; `1` for a plain number.
    package var unit: String
    /// Direction of a limit: `max` if small values are good.
    package var direction: AccuracyGate.Direction
    /// Version of the definition.
    package var version: Int
    /// Fewest people for an interval, and so for a verdict: simulated ones, and people in recordings.
    package var people: People
    /// Definition in one line.
    package var meaning: String

    /// Numbers of people, by their origin.
    package struct People: Sendable, Encodable {
      /// Fewest simulated people.
      package var simulated: Int
      /// Fewest people in recordings.
      package var recorded: Int
    }
  }

  package let schema = "gazesim.metrics"
  package let version = 1
  /// The rig's name.
  package let rig: String
  /// The metrics, in the order of reports.
  package let metrics: [Metric]

  /// Lists a rig's metrics.
  ///
  /// - Parameter part: text that a listed metric's name contains; nil lists all metrics.
  /// - Throws: `UnknownNameError` if no name contains the text.
  package init<R: Rig>(_: R.Type, containing part: String? = nil) throws(UnknownNameError) {
    rig = R.name
    let wanted = part?.lowercased()
    var metrics = R.Person.metrics
    if let part, let wanted {
      metrics = metrics.filter { $0.name.lowercased().contains(wanted) }
      // The error has the most similar names.
      if metrics.isEmpty { metrics = [try PeopleMetric<R.Person>.named(part)] }
    }
    self.metrics = metrics.map { metric in
      Metric(
        name: metric.name, unit: metric.unit, direction: metric.better, version: metric.version,
        people: .init(
          simulated: metric.fewestPeople(of: .simulated), recorded: metric.fewestPeople(of: .recorded)),
        meaning: metric.meaning)
    }
  }

  /// Two lines for each metric: name, unit, better side and people needed; then the definition.
  package var document: Document {
    let width = metrics.map(\.name.count).max() ?? 0
    let unit = metrics.map(\.unit.count).max() ?? 0
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 0))
    }
    var document = Document(
      "\(rig): \(NumberText.count(metrics.count, "metric")); name, unit, better values, people that a verdict needs "
        + "(simulated/recorded)")
    for metric in metrics {
      document.addGap()
      document.addDetail(
        "\(padded(metric.name, width))  \(padded(metric.unit == "1" ? "-" : metric.unit, unit))  "
          + "\(metric.direction == .max ? "small" : "large")  \(metric.people.simulated)/\(metric.people.recorded)")
      document.addNote(metric.meaning)
    }
    return document
  }
}
