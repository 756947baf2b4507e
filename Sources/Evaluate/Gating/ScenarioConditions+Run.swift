import GazePipeline
import GazeRecording
import GazeSimulation
package import GazeTesting

extension ScenarioConditions {
  /// The conditions of a gaze run.
  package init(_ run: Run<GazeRig>) {
    let scenarios = [.personal] + run.scenarios
    let takes = scenarios.map { scenario in
      var simulation = run.simulation(of: scenario)
      if scenario == .personal { simulation.duration = nil }
      return simulation
    }
    var fields = Self.common(
      run.simulation, scenarios: run.scenarios, tasks: scenarios.map(run.simulation(of:)),
      loop: run.loop.rawValue, stream: Self.stream(takes))
    // Recentring and triggers change what people do: they see a dot, tap, or make signs.
    for (name, value) in run.options.ofStandard { fields[name] = value }
    fields["personalSession"] = GazeScenario.personal.rawValue
    fields["page"] = Self.page(run.simulation)
    self.init(fields: fields)
  }
}
