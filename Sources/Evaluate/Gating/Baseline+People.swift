import GazeMetrics
import GazeTesting

extension Baseline {
  /// A baseline of these people.
  init<R: Rig>(
    _ conditions: ScenarioConditions, _ facts: Facts, _ people: People<R>, metrics: [PeopleMetric<R.Person>]
  ) {
    self.init(
      conditions, facts, isFailing: Array(people.isFailing), metrics: metrics,
      estimate: { people.estimate($0) }, part: { people.part($0, $1) })
  }
}
