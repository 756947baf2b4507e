package import GazeMetrics

/// What is said of a rig, and its defaults.
package struct RigFacts<R: Rig>: Sendable {
  /// One sentence: what the system does.
  package var summary: String
  /// The device by default.
  package var device: String
  /// What an evaluation does by default.
  package var scenarios: [R.Task]
  /// What a calibration does by default.
  package var calibrationScenario: R.Task
  /// What errors are measured against where the simulator's truth is there: `the simulator's true head`.
  package var truth: String
  /// What they are measured against in a recording without it: `the attitude that the app stated`.
  package var standIn: String
  /// The pipelines' numbers that a profile or a calibration file may set.
  package var settings: [RigSetting]
  /// Regression limits of the default device.
  package var limits: [Gate]
  /// The metrics that the page, the terminal and `compare` show first, most important first.
  package var headlines: [String]
  /// What is compared with a baseline where no limits say it; nil: what is shown first.
  package var baselineMetrics: [String]?
  /// What `compare` runs the pipelines under, the hardest first; none is one run as it was asked for. A condition is left
  /// out, with all others, where a constant that it sets was set by hand.
  package var conditions: [RigCondition]
  /// What `compare` varies under the first condition, for the first headline alone: constants that nobody knows. One whose
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
    limits: [Gate] = [], headlines: [String], baselineMetrics: [String]? = nil, conditions: [RigCondition] = [],
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
