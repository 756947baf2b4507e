package import GazeMetrics
import GazePipeline
import GazeRecording

/// How often people were looked at before there was a verdict, and what that cost.
package struct EvaluationLooks: Sendable, Equatable, Codable {
  /// Looks taken.
  package var taken: Int
  /// People at each look that could have been taken.
  package var people: [Int]
  /// The level of a verdict that something passes; a failure's is higher where there are several gates.
  package var level: Double
  /// How many verdicts share the chance of a false alarm.
  package var gates: Int
  /// Where they come from: of recorded people less is known, so that a verdict takes more of them.
  package var population: Population
  /// How the chance of a wrong verdict is held, in a sentence.
  package var method: String

  /// Of a judge's looks.
  init(_ looks: GateLooks, taken: Int, gates: Int) {
    self.taken = taken
    self.gates = gates
    people = looks.people
    population = looks.population
    level = looks.level
    let share = NumberText.brief(100 * looks.errorOfLook, 2)
    method =
      "error rate 5 %"
      + (looks.people.count > 1
        ? " over \(looks.people.count) interim analyses (Bonferroni: \(share) % each)"
        : "")
      + (looks.population == .recorded
        ? ", half of it reserved for kinds of people that the recordings may lack; a verdict needs "
          + "\(looks.population.fewestPeople) people"
        : "")
      + (gates > 1 ? "; failures corrected for \(gates) gates (Holm)" : "")
  }
}
