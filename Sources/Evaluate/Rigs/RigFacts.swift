package import GazeMetrics

/// Facts about a rig, and its defaults.
package struct RigFacts<R: Rig>: Sendable {
  /// One sentence: what the system does.
  package var summary: String
  /// The device by default.
  package var device: String
  /// Scenarios of an evaluation by default.
  package var scenarios: [R.Task]
  /// Scenario of a calibration by default.
  package var calibrationScenario: R.Task
  /// The reference of errors where the simulator's truth is there: `the simulator's true head`.
  package var truth: String
  /// The reference in a recording without it: `the attitude that the app stated`.
  package var standIn: String
  /// The pipelines' numbers that a profile or a calibration file may set.
  package var settings: [RigSetting]
  /// Regression limits of the default device.
  package var limits: [AccuracyGate]
  /// The metrics that the page, the terminal and `compare` show first, most important first.
  package var headlines: [String]
  /// Metrics to compare with a baseline where there are no limits; nil means the headlines.
  package var baselineMetrics: [String]?
  /// Conditions of `compare`, the hardest first; none means one run as it was asked for. A condition is left
  /// out, with all others, where a constant that it sets was set by hand.
  package var conditions: [RigCondition]
  /// Constants that nobody knows, which `compare` varies under the first condition, for the first headline alone. One whose
  /// constant was set by hand is left out.
  package var sweep: [RigCondition]
  /// The metrics' names end in their units, so that tables need no column for them.
  package var namesHoldUnits: Bool
  /// A gate also judges the mapping, on error-free faces.
  package var judgesMapping: Bool

  /// Facts; those that are not given have the usual values.
  package init(
    summary: String, device: String = "iphone12mini", scenarios: [R.Task], calibrationScenario: R.Task, truth: String,
    standIn: String = "what the recording itself states, for it holds no truth", settings: [RigSetting] = [],
    limits: [AccuracyGate] = [], headlines: [String], baselineMetrics: [String]? = nil, conditions: [RigCondition] = [],
    sweep: [RigCondition] = [], namesHoldUnits: Bool = false, judgesMapping: Bool = false
  ) {
    (self.summary, self.device) = (summary, device)
    (self.scenarios, self.calibrationScenario) = (scenarios, calibrationScenario)
    (self.truth, self.standIn, self.settings, self.limits) = (truth, standIn, settings, limits)
    (self.headlines, self.baselineMetrics) = (headlines, baselineMetrics)
    (self.conditions, self.sweep) = (conditions, sweep)
    (self.namesHoldUnits, self.judgesMapping) = (namesHoldUnits, judgesMapping)
  }
}
