import GazePipeline
import GazeRecording
package import GazeSimulation
import GazeTesting

/// Requests of recentring and of the trigger to a run's people.
extension Run {
  /// The simulation's constants with which people give the evidence for recentring, and scroll as the trigger asks.
  /// Only `standard` recentres its pointer and has these triggers, and only a page has dots, taps and scrolls.
  func ownConstants(_ scenario: R.Task) -> [String: Double] {
    guard R.hasPage(scenario), pipeline == R.standard else { return [:] }
    let current = calibration?.gaze?.trigger ?? profile.trigger.settings
    let trigger = options.trigger?.trigger(inPlaceOf: current) ?? current
    return options.recentre.constants.merging(trigger.constants) { $1 }
  }

  /// Refuses recentring and triggers for another pipeline than `standard`, and where no scenario has a page.
  package func checkOptions() throws(SimulationError) {
    for (name, value) in options.ofStandard {
      try PointerOptions.check(name, value, pipeline)
      try checkPage("--\(name) \(value)", "to read and scroll")
    }
  }

  /// Refuses scenarios without a page, which an option needs.
  func checkPage(_ option: String, _ purpose: String) throws(SimulationError) {
    guard !scenarios.contains(where: R.hasPage) else { return }
    func names(_ scenarios: [R.Task]) -> String { scenarios.map(\.rawValue).joined(separator: ", ") }
    throw .argument(
      """
      \(option): \(names(scenarios)) has no page \(purpose); expected \
      \(names(R.Task.allCases.filter(R.hasPage))) among the scenarios
      """)
  }
}

extension PointerOptions {
  /// The chosen options that only `standard` has, each with its value as a command takes it.
  var ofStandard: [(name: String, value: String)] {
    (recentre == RecentreChoice.none ? [] : [("recentre", recentre.rawValue)])
      + (trigger.map { [("trigger", $0.rawValue)] } ?? [])
  }

  /// Refuses an option that the pipeline does not have.
  static func check<R: Rig>(_ name: String, _ value: String, _ pipeline: Pipeline<R>) throws(SimulationError) {
    guard pipeline != R.standard else { return }
    throw .argument(
      """
      --\(name) \(value): \(pipeline.name) \(name == "recentre" ? "recentres its pointer" : "scrolls") by itself or \
      not at all; only \(R.standard.name) has this option
      """)
  }
}

extension RecordedRun {
  /// Refuses recentring and triggers for another pipeline than `standard`.
  func checkOptions() throws(SimulationError) {
    for (name, value) in options.ofStandard { try PointerOptions.check(name, value, pipeline) }
  }
}
