import GazeMetrics
import GazeTesting

extension Baseline {
  /// A baseline of these people.
  init<Measure: MeasuredPerson>(
    _ conditions: ScenarioConditions, _ facts: Facts, _ people: People<Measure>, metrics: [PeopleMetric<Measure>]
  ) {
    self.init(
      conditions, facts, isFailing: people.all.map(\.isFailing), metrics: metrics,
      estimate: { people.estimate($0) }, part: { people.part($0, $1) })
  }
}
