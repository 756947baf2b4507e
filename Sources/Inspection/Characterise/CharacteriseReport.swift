import Calibrate
import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation

/// Report of `characterize` on one or several recordings. The names of stored properties are the keys of `--json`.
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
    /// `sessionSD`, `driftSD`, `driftTime` and `lookSD`, the names in `SessionFit`.
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

  /// Figures that any take has: the characteristic's name, its range in real takes, the range's source, and words for a
  /// reader. The ranges are those of seven real takes at 30 and 60 Hz in which nobody was asked to fixate, measured in
  /// the windows with the stillest gaze.
  ///
  /// The names are those of `Characteristic.table`, as texts: a figure with another name is in no report.
  /// `CharacteriseRunTests` reads all of them but `blinkRate`. `number` and `text` in
  /// `CharacteriseReport+Document.swift` show `duplicated` in per cent.
  static let figures: [(name: String, low: Double, high: Double, source: String, words: String)] = [
    ("stillRMSS2SYaw", 0.4, 2.0, takes, "still eye's steps across, RMS"),
    ("stillRMSS2SPitch", 0.5, 1.6, takes, "still eye's steps up, RMS"),
    ("stillSTDYaw", 1.0, 4.6, takes, "still eye's spread across, SD"),
    ("stillSTDPitch", 1.3, 5.3, takes, "still eye's spread up, SD"),
    ("stillLag1Yaw", 0.83, 0.98, takes, "next frame alike, across"),
    ("stillLag1Pitch", 0.83, 0.98, takes, "next frame alike, up"),
    ("outward", 0.061, 0.071, takes, "eyes' difference, radians"), ("duplicated", 0, 0.3, takes, "repeated frames"),
    ("blinkRate", 4.6, 11.2, "Doughty 2001, reading: 7.9 +- 3.3", "blinks"),
  ]
  private static let takes = "seven recorded takes"

  /// The known ranges of `figures`.
  static let references: [Reference] = figures.compactMap { figure in
    ConfidenceInterval(figure.low, figure.high).map { Reference(name: figure.name, range: $0, source: figure.source) }
  }
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
