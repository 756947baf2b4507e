/// How often a gate may look at more people, and what each look costs.
///
/// Every look at growing data is another chance to be wrong, so the 5 % that a gate may be wrong in all are shared out
/// among its looks: with K of them, each verdict rests on an interval at the level 1 − 0.05/K. Bonferroni's sum needs no
/// model of how the looks depend on each other, which suits intervals by bootstrap, of rates and of proportions; Pocock's
/// constants (Biometrika 64, 1977) and alpha spending (Lan & DeMets, Biometrika 70, 1983) assume normal statistics with
/// equal or known increments of information, and for four looks that double would gain 1.25 % → 1.5 to 1.8 % a look.
/// Looks double, so that there are few of them and a decision never takes more than twice the people that it needs.
package struct GateLooks: Sendable, Equatable, Codable {
  /// How often a gate may be wrong, all its looks together; half of it on either side.
  package static let error = 0.05
  /// Whom the looks are at.
  package let population: Population
  /// People at the last look where nobody says otherwise.
  package static let defaultMost = 160
  /// How many people each look has, ascending; at least one look.
  package let people: [Int]

  /// Looks at `first` people, twice as many, and so on, the last one at `most`; one look where `most` is not larger.
  package init(first: Int, most: Int, of population: Population = .simulated) {
    self.population = population
    var people = [max(first, 1)]
    while let last = people.last, last < most { people.append(last > most / 2 ? most : 2 * last) }
    self.people = people
  }

  /// One look at all there is.
  package static func once(_ people: Int, of population: Population = .simulated) -> GateLooks {
    GateLooks(first: people, most: people, of: population)
  }

  /// What one look's interval may be wrong in: 0.05/K, of recorded people half of it (`Population`).
  package var errorOfLook: Double { population.errorOfInterval / Double(self.people.count) }

  /// The level of a look's interval, where no other gate stands beside it.
  package var level: Double { 1 - errorOfLook }
}
