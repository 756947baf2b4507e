/// Estimates of scrolling over people.
extension PeopleEstimate {
  /// Precision of scrolling over people, from one tally per person; nil if nobody wanted a scroll.
  public static func precision(_ people: some Collection<ScrollTally>, level: Double = 0.95) -> PeopleEstimate? {
    guard people.contains(where: \.isAsked) else { return nil }
    return proportion(
      of: people.map { (Double($0.truePositives), Double($0.truePositives) + Double($0.falsePositives)) }, level: level)
  }

  /// Recall of scrolling over people, from one tally per person.
  public static func recall(_ people: some Collection<ScrollTally>, level: Double = 0.95) -> PeopleEstimate? {
    proportion(
      of: people.map { (Double($0.truePositives), Double($0.truePositives) + Double($0.falseNegatives)) }, level: level)
  }

  /// F1 of scrolling over people, from one tally per person; nil if nobody wanted a scroll.
  public static func f1(_ people: some Collection<ScrollTally>, level: Double = 0.95) -> PeopleEstimate? {
    guard people.contains(where: \.isAsked) else { return nil }
    return proportion(of: people.map(\.f1Parts), level: level)
  }

  /// False scrolls per minute without intent, over people, from one tally per person.
  public static func falsePerMinute(_ people: some Collection<ScrollTally>, level: Double = 0.95) -> PeopleEstimate? {
    rate(of: people.map { (Double($0.falseWithoutIntent), $0.secondsWithoutIntent / 60) }, level: level)
  }

  /// Midas touches per minute of looking at the screen without wanting a scroll, over people, from one tally per
  /// person.
  public static func midasPerMinute(_ people: some Collection<ScrollTally>, level: Double = 0.95) -> PeopleEstimate? {
    rate(of: people.map { (Double($0.midasTouches), $0.secondsLookingWithoutIntent / 60) }, level: level)
  }

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
    return PeopleEstimate(value: kappa, people: people.count, fewest: fewestPeopleForKappa) {
      let n = Double(people.count)
      let pseudo = people.matrices.compactMap { all.removing($0).kappa.map { n * kappa - (n - 1) * $0 } }
      // If one person has all events of a kind, the others' kappa may not exist.
      guard pseudo.count == people.count else { return nil }
      if kappa >= 1,
        let agreement = ConfidenceInterval.clopperPearson(successes: people.count, of: people.count, level: level)
      {
        return ConfidenceInterval((agreement.lower - all.chance) / (1 - all.chance), 1)
      }
      let error = Moments(pseudo).error
      guard error > 0 else { return nil }
      let half = error * StudentT.quantile(1 - alpha(level: level) / 2, degrees: n - 1)
      return ConfidenceInterval(kappa - half, min(kappa + half, 1))
    }
  }
}
