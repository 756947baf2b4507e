internal import GazePipeline

/// Hit rate of a pointer on a fixated square target as a function of the target's size, in bounded memory.
///
/// The target is centred on the gaze and has the side s; the pointer is inside if max(|dx|, |dy|) < s/2. Sides up to
/// 1,000 points are covered; the shares are exact for sides that are multiples of two points.
public struct TargetSizes: Sendable, Equatable, Codable {
  /// The sides shown in a report, points: 44 is the minimum in Apple's guidelines.
  public static let shown: [Double] = [44, 50, 60, 70, 80, 90, 100, 110, 120]
  /// The largest side, points.
  public static let largest = 1000.0

  /// For each sample, half the side of the smallest square about the gaze that contains the pointer, points.
  private var halves = LinearHistogram(from: 0, width: 1, size: 500)

  /// Hit rates without samples.
  public init() {}

  /// Number of samples.
  public var count: Int { halves.count }

  /// Adds a sample of pointer − gaze, points; a NaN changes nothing.
  public mutating func add(_ offset: SIMD2<Double>) {
    halves.add(max(abs(offset.x), abs(offset.y)))
  }

  /// Adds all samples of another value.
  public mutating func merge(_ other: TargetSizes) { halves.merge(other.halves) }

  /// The share of the samples inside a target of this side, 0…1; nil without a sample or above the largest side.
  public func hitRate(side: Double) -> Double? { halves.share(below: side / 2) }

  /// The hit rates at the sides 0, 2, 4 … `largest`; nil without a sample.
  package var hitRates: [Double]? { halves.shares }

  /// The side that contains the share `rate` of the samples, points; nil if even the largest side does not.
  public func side(for rate: Double) -> Double? { halves.quantile(rate).map { 2 * $0 } }
}

extension PeopleEstimate {
  /// Fewest people for the interval of a target's size. So many are needed because the few people for whom a size does
  /// not work determine the result. In 1,000 studies of simulated people the interval's coverage was 0.76 with 20
  /// people, 0.90 with 60 and 0.93 with 100.
  public static let fewestPeopleForSize = 100

  /// Mean over people of the hit rate on targets of this side.
  ///
  /// The interval is that of `proportion(of:level:)` with 1,000 trials per person, so that only the scatter between
  /// people matters.
  public static func hitRate(side: Double, _ people: [TargetSizes], level: Double = 0.95) -> PeopleEstimate? {
    proportion(of: people.compactMap { $0.hitRate(side: side) }.map { (1000 * $0, 1000) }, level: level)
  }

  /// The side at which the mean hit rate over people reaches `rate`, points.
  ///
  /// The interval consists of the sides at which `rate` lies inside the interval of the hit rate, with a resolution of
  /// two points. nil without people, or if even the largest side does not reach `rate`. The estimate has no interval if
  /// its upper end would exceed the largest side.
  public static func side(for rate: Double, _ people: [TargetSizes], level: Double = 0.95) -> PeopleEstimate? {
    var all = PooledTargetSizes()
    for person in people { all.add(person) }
    return all.side(for: rate, level: level)
  }
}

extension TargetSizes: CheckedContent {
  package var contentFault: ContentFault? {
    halves.hasBins(of: TargetSizes().halves) ? nil : ContentFault("halves", "has other bins than target sizes have")
  }
}

/// Hit rates of several people on targets of every size, in a fixed memory: mean over people and scatter between them
/// for the sides 0, 2, 4 … `TargetSizes.largest` points.
package struct PooledTargetSizes {
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
  /// As many as `TargetSizes.hitRates` has; with fewer, `add` would trap.
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
    return PeopleEstimate(value: value, people: people, fewest: PeopleEstimate.fewestPeopleForSize) {
      func interval(_ half: Int) -> ConfidenceInterval? {
        hitRate(side: 2 * Double(half), level: level)?.interval.interval
      }
      // Both ends of the hit rate's interval increase with the side.
      guard let low = least({ interval($0).map { $0.upper >= rate } ?? false }),
        let high = least({ interval($0).map { $0.lower > rate } ?? false })
      else { return nil }
      return ConfidenceInterval(min(2 * Double(low - 1), value), max(2 * Double(high), value))
    }
  }
}
