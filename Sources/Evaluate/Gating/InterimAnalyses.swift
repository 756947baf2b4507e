import GazeMetrics
import GazePipeline
import GazeRecording

/// The interim analyses that are made until there is a verdict, and their cost.
package struct InterimAnalyses: Sendable, Equatable, Codable {
  /// Number of interim analyses made.
  var taken: Int
  /// Number of people in each interim analysis that could have been made.
  var people: [Int]
  /// Confidence level of the interval by which a gate passes. With several gates, a gate fails by an interval of a
  /// higher level.
  var level: Double
  /// Number of verdicts among which the probability of a false alarm is divided.
  var gates: Int
  /// Source of the people; less is known about recorded people than about simulated ones, so that a verdict needs more
  /// of them.
  var population: Population
  /// Method that limits the probability of a wrong verdict, in a sentence.
  var method: String

  /// Creates the summary of a judge's interim analyses.
  init(_ analyses: GateAnalyses, taken: Int, gates: Int) {
    self.taken = taken
    self.gates = gates
    people = analyses.people
    population = analyses.population
    level = analyses.level
    let share = NumberText.brief(100 * analyses.errorOfAnalysis, 2)
    method =
      "error rate 5 %"
      + (analyses.people.count > 1
        ? " over \(analyses.people.count) interim analyses (Bonferroni: \(share) % each)"
        : "")
      + (analyses.population == .recorded
        ? """
        , half of it reserved for kinds of people that the recordings may lack; a verdict needs \
        \(analyses.population.fewestPeople) people
        """
        : "")
      + (gates > 1 ? "; failures corrected for \(gates) gates (Holm)" : "")
  }
}
