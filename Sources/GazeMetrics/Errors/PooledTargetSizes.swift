internal import GazePipeline

/// Hit rates of several people on targets of every size, in a fixed memory: mean over people and scatter between them
/// for the sides 0, 2, 4 … `TargetSizes.largest` points.
package struct PooledTargetSizes: Sendable {
  /// Number of people with samples.
  package private(set) var people = 0
  private var sums = [Double](repeating: 0, count: sides)
  /// Sums of 1,000 times the rates: each person counts as 1,000 trials.
  private var hits = [Double](repeating: 0, count: sides)
  /// Sums and sums of squares of the differences from the first person, so that few digits cancel.
  private var (differences, squares) = (
    [Double](repeating: 0, count: sides), [Double](repeating: 0, count: sides)
  )
  private var first: [Double] = []
  private static let sides = Int(TargetSizes.largest / 2) + 1

  /// Hit rates of nobody.
  package init() {}

  /// Adds a person; one without samples changes nothing.
  package mutating func add(_ sizes: TargetSizes) {
    guard let rates = sizes.hitRates else { return }
    if people == 0 { first = rates }
    people += 1
    for half in rates.indices {
      let difference = rates[half] - first[half]
      sums[half] += rates[half]
      hits[half] += 1000 * rates[half]
      differences[half] += difference
      squares[half] += difference * difference
    }
  }

  private func mean(_ half: Int) -> Double { sums[half] / Double(people) }

  /// Mean over people of the hit rate on targets of this side, which is rounded to a multiple of two points; nil
  /// without people, and beyond the largest side. Value and interval are those of `PeopleEstimate.hitRate(side:_:)`.
  package func hitRate(side: Double, level: Double = 0.95) -> PeopleEstimate? {
    guard people > 0, side >= 0, side <= TargetSizes.largest else { return nil }
    let half = Int((side / 2).rounded())
    let n = Double(people)
    let scatter = max(squares[half] - differences[half] * differences[half] / n, 0)
    return PeopleEstimate.proportion(
      hits[half] / (1000 * n), trials: 1000 * n, variance: people > 1 ? scatter / (n * (n - 1)) : 0, people: people,
      level: level)
  }

  /// The side at which the mean hit rate over people reaches `rate`, as `PeopleEstimate.side(for:_:)` gives it.
  package func side(for rate: Double, level: Double = 0.95) -> PeopleEstimate? {
    /// The smallest half side for which `isReached` is true, or nil.
    func least(_ isReached: (Int) -> Bool) -> Int? {
      var (low, high) = (0, Self.sides - 1)
      guard isReached(high) else { return nil }
      while high - low > 1 {
        let middle = (low + high) / 2
        if isReached(middle) { high = middle } else { low = middle }
      }
      return high
    }
    guard people > 0, let half = least({ mean($0) >= rate }) else { return nil }
    let (before, at) = (mean(half - 1), mean(half))
    let value = 2 * (Double(half - 1) + (at > before ? (rate - before) / (at - before) : 1))
    guard people >= PeopleEstimate.fewestPeopleForSize else {
      return PeopleEstimate(value: value, interval: .needsPeople(PeopleEstimate.fewestPeopleForSize), people: people)
    }
    func interval(_ half: Int) -> ConfidenceInterval? {
      hitRate(side: 2 * Double(half), level: level)?.interval.interval
    }
    // Both ends of the hit rate's interval increase with the side.
    let low = least { interval($0).map { $0.upper >= rate } ?? false }
    let high = least { interval($0).map { $0.lower > rate } ?? false }
    let sides = low.flatMap { low in
      high.flatMap { ConfidenceInterval(min(2 * Double(low - 1), value), max(2 * Double($0), value)) }
    }
    return PeopleEstimate(
      value: value, interval: sides.map { .interval($0) } ?? .needsPeople(2 * people), people: people)
  }
}
