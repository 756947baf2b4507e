extension PeopleEstimate {
  /// Fewest people for the interval of kappa.
  public static let fewestPeopleForKappa = 8

  /// Cohen's kappa of the pooled events of all people.
  ///
  /// The interval is a jackknife over people: with κ₋ᵢ the kappa without person i, the pseudovalues
  /// pᵢ = nκ − (n − 1)κ₋ᵢ and s their standard deviation,
  ///
  ///     interval = κ ± t(n − 1) s/√n, at most 1
  ///
  /// If every event agrees, there is no scatter; the interval is then that of a proportion in which every person counts
  /// as one successful trial.
  ///
  /// - Parameters:
  ///   - people: one per person; a person without any event is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if the pooled events have no kappa.
  public static func kappa(_ people: [ScrollConfusion], level: Double = 0.95) -> PeopleEstimate? {
    kappa(ConfusionList(people), level: level)
  }

  /// Cohen's kappa, as above, of a list that takes little memory.
  package static func kappa(_ people: ConfusionList, level: Double = 0.95) -> PeopleEstimate? {
    let all = people.all
    guard let kappa = all.kappa else { return nil }
    func estimate(_ interval: IntervalEstimate) -> PeopleEstimate {
      PeopleEstimate(value: kappa, interval: interval, people: people.count)
    }
    let n = Double(people.count)
    guard people.count >= fewestPeopleForKappa else { return estimate(.needsPeople(fewestPeopleForKappa)) }
    let pseudo = people.matrices.compactMap { all.removing($0).kappa.map { n * kappa - (n - 1) * $0 } }
    // If one person has all events of a kind, the others' kappa may not exist.
    guard pseudo.count == people.count else { return estimate(.needsPeople(2 * people.count)) }
    let error = Moments(pseudo).error
    if kappa >= 1,
      let agreement = ConfidenceInterval.clopperPearson(successes: people.count, of: people.count, level: level)
    {
      return estimate(
        ConfidenceInterval((agreement.lower - all.chance) / (1 - all.chance), 1).map { .interval($0) }
          ?? .needsPeople(2 * people.count))
    }
    guard error > 0 else { return estimate(.needsPeople(2 * people.count)) }
    let half = error * StudentT.quantile(1 - alpha(level: level) / 2, degrees: n - 1)
    return estimate(
      ConfidenceInterval(kappa - half, min(kappa + half, 1)).map { .interval($0) } ?? .needsPeople(2 * people.count))
  }
}
