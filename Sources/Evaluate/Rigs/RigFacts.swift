package import GazeMetrics

/// Facts about a rig, and its defaults.
package struct RigFacts<R: Rig>: Sendable {
  /// One sentence on the system.
  package var summary: String
  /// The default device.
  package var device: String
  /// The default scenarios of an evaluation.
  package var scenarios: [R.Task]
  /// The default scenario of a calibration.
  package var calibrationScenario: R.Task
  /// The reference of errors if the simulator's truth is known: `the simulator's true head`.
  package var truth: String
  /// The reference in a recording without the simulator's truth: `the attitude that the app stated`.
  package var standIn: String
  /// The pipelines' parameters that a profile or a calibration file may set.
  package var settings: [RigSetting]
  /// Regression limits of the default device.
  package var limits: [AccuracyGate]
  /// The metrics that the page, the terminal and `compare` show first, in order of importance.
  package var headlines: [String]
  /// The conclusion of a report; nil if the rig makes it by itself, or if it is the first headline metric.
  package var conclusion: RigConclusion?
  /// Metrics to compare with a baseline if there are no limits; nil means the headlines.
  package var baselineMetrics: [String]?
  /// Conditions of `compare`, the hardest first; without conditions, `compare` makes one run as requested. If the user
  /// sets a constant that a condition sets, all conditions are left out.
  package var conditions: [RigCondition]
  /// Unknown constants that `compare` varies under the first condition, for the first headline metric only. An entry
  /// whose constant the user sets is left out.
  package var sweep: [RigCondition]
  /// True if the metrics' names end in their units, so that tables need no column for units.
  package var namesHoldUnits: Bool
  /// True if a gate also judges the pipeline's mapping on error-free faces.
  package var judgesMapping: Bool

  /// Creates the facts of a rig; omitted parameters have the usual values.
  package init(
    summary: String, device: String = "iphone12mini", scenarios: [R.Task], calibrationScenario: R.Task, truth: String,
    standIn: String = "what the recording itself states, for it holds no truth", settings: [RigSetting] = [],
    limits: [AccuracyGate] = [], headlines: [String], conclusion: RigConclusion? = nil,
    baselineMetrics: [String]? = nil, conditions: [RigCondition] = [],
    sweep: [RigCondition] = [], namesHoldUnits: Bool = false, judgesMapping: Bool = false
  ) {
    (self.summary, self.device) = (summary, device)
    (self.scenarios, self.calibrationScenario) = (scenarios, calibrationScenario)
    (self.truth, self.standIn, self.settings, self.limits) = (truth, standIn, settings, limits)
    (self.headlines, self.conclusion, self.baselineMetrics) = (headlines, conclusion, baselineMetrics)
    (self.conditions, self.sweep) = (conditions, sweep)
    (self.namesHoldUnits, self.judgesMapping) = (namesHoldUnits, judgesMapping)
  }
}
