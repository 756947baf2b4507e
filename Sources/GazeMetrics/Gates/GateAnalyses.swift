/// Schedule of a gate's interim analyses, and the error probability that each analysis may use. In the code an analysis
/// is called `look`.
///
/// Every interim analysis of growing data is another chance of error. So a gate's total error of 5 % is divided
/// equally: with K analyses each verdict uses an interval at the level 1 − 0.05/K. This Bonferroni correction needs no
/// model of the dependence between analyses, which suits intervals by bootstrap, of rates and of proportions. Pocock's
/// constants (Biometrika 64, 1977) and alpha spending (Lan & DeMets, Biometrika 70, 1983) assume normal statistics with
/// equal or known increments of information; for four analyses with doubling sample sizes they would raise the error
/// per analysis only from 1.25 % to between 1.5 and 1.8 %. The number of people doubles from one analysis to the next,
/// so that there are few analyses and a decision never takes more than twice the people that it needs.
package struct GateAnalyses: Equatable, Codable {
  /// Allowed error of a gate over all its interim analyses together; half of it on either side of the interval.
  package static let error = 0.05
  /// Population of the people in the analyses.
  package let population: Population
  /// Default number of people in the final analysis.
  package static let defaultMost = 320
  /// Number of people in each interim analysis, ascending; never empty.
  package let people: [Int]

  /// Interim analyses of `first` people, twice as many, and so on; the final one has `most`. If `most` is not larger
  /// than `first`, there is a single analysis.
  package init(first: Int, most: Int, of population: Population = .simulated) {
    self.population = population
    var people = [max(first, 1)]
    while let last = people.last, last < most { people.append(last > most / 2 ? most : 2 * last) }
    self.people = people
  }

  /// A single analysis of all people.
  package static func once(_ people: Int, of population: Population = .simulated) -> GateAnalyses {
    GateAnalyses(first: people, most: people, of: population)
  }

  /// Allowed error of one analysis's interval: 0.05/K, and half of that for recorded people (`Population`).
  package var errorOfAnalysis: Double { population.errorOfInterval / Double(self.people.count) }

  /// The confidence level of one analysis's interval if there is only one gate.
  package var level: Double { 1 - errorOfAnalysis }
}

/// Forecast of the number of people with which an undecided limit would be decided.
package enum PeopleForecast {
  /// Number of people with whom the end of an interval would pass the limit if the value stayed as it is: an interval's
  /// width falls with the square root of the number of people, and a tenth is added so that the end passes the limit.
  ///
  /// - Parameters:
  ///   - lower: the lower end of the interval that decides.
  ///   - upper: its upper end.
  ///   - people: number of people in the interval.
  /// - Returns: at most 1e9, also if the value equals the limit; nil if the interval does not reach beyond the value.
  package static func needed(
    value: Double, limit: Double, lower: Double, upper: Double, people: Int
  ) -> Int? {
    let (reach, distance) = value < limit ? (upper - value, limit - value) : (value - lower, value - limit)
    guard reach.isFinite, distance.isFinite, reach > 0 else { return nil }
    let share = distance > 0 ? reach / distance : .infinity
    let needed = 1.1 * Double(people) * share * share
    return needed < 1e9 ? Int(needed.rounded(.up)) : Int(1e9)
  }
}
