import Calibrate
import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Report of `characterize` on one or several recordings.
package struct CharacteriseReport: Sendable, Codable {
  /// One recording.
  package struct Recording: Sendable, Codable {
    /// Path as given on the command line.
    package var path: String
    /// The device's identifier.
    var device: String
    /// Source of the recording: recorded or simulated.
    var source: RecordingHeader.Source
    /// The scenario.
    var scenario: String
    /// The preset of a simulation.
    @ExplicitNull package var preset: String?
    /// Number of people with frames.
    var people: Int
    /// Number of frames.
    var frames: Int
    /// Assumptions for values that the source does not contain.
    var assumptions: [String]
    /// The recording's characteristics.
    var characteristics: [Characteristic]

    /// The characteristic with this name.
    subscript(name: String) -> Characteristic? { characteristics.first { $0.name == name } }
  }

  /// The error between sessions and within them, from all recordings together.
  package struct OverTime: Sendable, Codable {
    /// Number of people.
    var people: Int
    /// Number of sessions of all people.
    var sessions: Int
    /// Number of visits with dots in all sessions.
    var visits: Int
    /// Number of fixations.
    var looks: Int
    /// `sessionSD`, `driftSD`, `driftTime` and `lookSD`.
    var characteristics: [Characteristic]

    /// The characteristic with this name.
    subscript(name: String) -> Characteristic? { characteristics.first { $0.name == name } }
  }

  /// Known range of a characteristic in real takes.
  struct Reference: Sendable, Codable {
    /// The characteristic.
    var name: String
    /// Range from the lowest take to the highest.
    var range: ConfidenceInterval
    /// Source of the range.
    var source: String
  }

  /// `gazesim.characteristics`.
  var schema = "gazesim.characteristics"
  /// Version of this layout.
  var version = 1
  /// The recordings, in the given order.
  package var recordings: [Recording]
  /// People and their recordings.
  var recorded: [RecordedPeople.Person]
  /// The error over time; nil (and absent in JSON) if no recording has several visits with dots, as
  /// `CalibrationPlan.drift` has.
  package var overTime: OverTime?
  /// Known ranges in real takes.
  var references = Self.references

  /// Ranges of characteristics in seven real takes at 30 and 60 Hz in which nobody was asked to fixate, measured in the
  /// windows with the stillest gaze.
  static let references: [Reference] = {
    let takes = "seven recorded takes"
    let rows = [
      ("stillRMSS2SYaw", 0.4, 2.0, takes), ("stillRMSS2SPitch", 0.5, 1.6, takes), ("stillSTDYaw", 1.0, 4.6, takes),
      ("stillSTDPitch", 1.3, 5.3, takes), ("stillLag1Yaw", 0.83, 0.98, takes), ("stillLag1Pitch", 0.83, 0.98, takes),
      ("outward", 0.061, 0.071, takes), ("duplicated", 0, 0.3, takes),
      ("blinkRate", 4.6, 11.2, "Doughty 2001, reading: 7.9 +- 3.3"),
    ]
    return rows.compactMap { name, low, high, source in
      ConfidenceInterval(low, high).map { Reference(name: name, range: $0, source: source) }
    }
  }()
}

extension CharacteriseReport.Recording {
  /// Reasons why the recording determines no constant of the simulator: the data that each constant needs, in words.
  package var missing: String {
    let rows = characteristics.filter { $0.key != nil }
    let reasons = rows.compactMap { $0.value == nil ? $0.note : nil }.reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return (["it has \(NumberText.count(frames, "frame"))"] + reasons).joined(separator: "; ")
  }

  /// The recording as a preset based on `base`, with every constant that the recording determines. A constant for which
  /// the recording gives only an upper bound of the tracker's error is included if the bound is below the value in
  /// `base`. Values outside a constant's range are left out. Constants that all recordings together determine
  /// (`overTime`) have that value.
  package func preset(
    name: String, base: GazePreset, overTime: CharacteriseReport.OverTime? = nil
  ) -> PresetFile {
    var values: [String: PresetFile.Value] = [:]
    for row in characteristics + (overTime?.characteristics ?? []) {
      guard let key = row.key, let value = row.value, let ci95 = row.ci95,
        let constant = try? GazeConstant.named(key), constant.unit == row.unit, constant.range.contains(value)
      else { continue }
      if row.isUpperBound, value >= constant.value(in: base.parameters) { continue }
      let bound = row.isUpperBound ? "at most, " : ""
      values[key] = PresetFile.Value(
        value: value, unit: row.unit, ci95: ci95.contains(value) ? [ci95.lower, ci95.upper] : nil,
        source: "\(bound)\(row.basis): \(row.windows)")
    }
    return PresetFile(
      name: name, base: base.name, provenance: source,
      source:
        "\(path): \(device), \(scenario), \(NumberText.count(people, "person", "people")), "
        + "\(NumberText.count(frames, "frame"))",
      values: values)
  }
}
