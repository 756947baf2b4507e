import GazeMetrics
package import GazeRecording

/// Facts about a rig, and its defaults.
package struct RigFacts<R: Rig>: Sendable {
  /// One sentence on the system.
  var summary: String
  /// The default device.
  package var device = "iphone12mini"
  /// The default scenarios of an evaluation.
  package var scenarios: [R.Task]
  /// The default scenario of a calibration.
  package var calibrationScenario: R.Task
  /// The reference of errors if the simulator's truth is known: `the simulator's true head`.
  var truth: String
  /// The reference in a recording without the simulator's truth: `the attitude that the app stated`.
  var standIn = "what the recording itself states, for it holds no truth"
  /// The outputs that recordings hold, as a pipeline for recordings; nil if the rig's recordings hold none.
  package var recorded: Pipeline<R>?
  /// The pipelines' parameters that a profile or a calibration file may set.
  var settings: [RigSetting] = []
  /// Regression limits of the default device.
  var limits = DefaultLimits.limits(of: R.name)
  /// The metrics that the page, the terminal and `compare` show first, in order of importance.
  var headlines: [String]
  /// The conclusion of a report; nil if the rig makes it by itself, or if it is the first headline metric.
  var conclusion: RigConclusion?
  /// Metrics to compare with a baseline if there are no limits; nil means the headlines.
  var baselineMetrics: [String]?
  /// Conditions of `compare`, the hardest first; without conditions, `compare` makes one run as requested. If the user
  /// sets a constant that a condition sets, all conditions are left out.
  var conditions: [RigCondition] = []
  /// Unknown constants that `compare` varies under the first condition, for the first headline metric only. An entry
  /// whose constant the user sets is left out.
  var sweep: [RigCondition] = []
  /// Tabulates differences between devices, for `compare`.
  var devices: (@Sendable ([DeviceProfile]) throws -> RigDeviceTable)?
  /// True if the metrics' names end in their units, so that tables need no column for units.
  var namesIncludeUnits = false
  /// True if reports list the metrics that have a value, by name; false if they list all, in the order of their
  /// declaration.
  var listsByName = false
  /// True if errors have a place on a screen, so that `RigPage.map` draws them.
  package var hasMap = false
  /// True if a gate also judges the pipeline's mapping on error-free faces.
  package var hasMappingStage = false
  /// The options of commands that only some rigs have, and this one has: their names without dashes, as the commands
  /// ask for them by `accepts`. Nothing checks that an option has such a name.
  package var options: Set<String> = []
  /// Everything that runs beside the pipelines.
  var companions = PipelineCompanions<R>()
}

/// A change by `compare` to the simulated people or their sensor, in addition to the requested settings.
package struct RigCondition: Sendable, Equatable, Encodable {
  /// Name in a few words: `without prompts`.
  var name: String
  /// Meaning of the condition, in a sentence without a full stop.
  var summary: String
  /// Constants of the simulation, as in `--set`; if empty, the scenarios' own constants are used.
  var settings: [String: Double]

  /// A condition from its parts.
  init(_ name: String, _ summary: String, _ settings: [String: Double] = [:]) {
    self.name = name
    self.summary = summary
    self.settings = settings
  }
}

/// Differences between devices, a row per device.
package struct RigDeviceTable: Sendable, Equatable, Encodable {
  /// Subject and people of the table, in a sentence.
  var title: String
  /// Names of the columns; the first column names the device.
  var columns: [String]
  /// Rows with as many cells as there are columns.
  var rows: [[String]]
}

/// A numeric parameter of a rig's pipelines, with its default here. A profile's value overrides the default, and a
/// calibration file's value overrides both.
package struct RigSetting: Sendable, Equatable {
  /// A name such as `latencyMilliseconds`.
  var name: String
  /// Unit of `value`: `deg`, `ms`, `pt`, `1`.
  var unit: String
  /// The default value.
  var value: Double
  /// Allowed values.
  var range: ClosedRange<Double>
  /// Kind of source of the default.
  var provenance: Provenance
  /// Source, or reason for the value.
  var source: String

  /// A setting from its parts.
  init(
    _ name: String, _ unit: String, _ value: Double, _ range: ClosedRange<Double>, _ provenance: Provenance,
    _ source: String
  ) {
    self.name = name
    self.unit = unit
    self.value = value
    self.range = range
    self.provenance = provenance
    self.source = source
  }

  /// The range in words: `0.0 to 400.0 ms`.
  var expected: String {
    "\(range.lowerBound) to \(range.upperBound)" + (unit == "1" ? "" : " \(unit)")
  }
}

extension Rig {
  /// Refuses invalid settings of this rig in a profile: an unknown name, a name given twice, a wrong unit, or a value
  /// out of range.
  ///
  /// - Parameter path: the profile's file, for the error; the profile's identifier is used if there is no file.
  package static func checkSettings(of profile: DeviceProfile, path: String? = nil) throws(FileError) {
    for (index, setting) in (profile.rigs?[name]?.settings ?? []).enumerated() {
      func fault(_ key: String, _ message: String) -> FileError {
        FileError(path: path ?? profile.id, field: "rigs.\(name).settings.\(index).\(key)", message: message)
      }
      let shown = setting.name.prefix(80)
      guard let declared = settings.first(where: { $0.name == setting.name }) else {
        let near = nearest(to: setting.name, among: settings.map(\.name))
        throw fault(
          "name",
          "is \"\(shown)\", which the rig \(name) does not have; "
            + (near.isEmpty
              ? "it has \(settings.map(\.name).joined(separator: ", "))"
              : "did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"))
      }
      guard profile.rigs?[name]?.settings.firstIndex(where: { $0.name == setting.name }) == index else {
        throw fault("name", "\"\(shown)\" is given twice; remove one of them")
      }
      guard setting.unit == declared.unit else {
        throw fault(
          "unit",
          "is \"\(setting.unit.prefix(20))\"; expected \"\(declared.unit)\"; convert the value to it")
      }
      guard declared.range.contains(setting.value) else {
        throw fault("value", "is \(setting.value); expected \(declared.expected)")
      }
    }
  }
}
