/// Change of a metric on the same people, in which differences between people cancel.
extension PeopleEstimate {
  /// Fewest people for the interval of a change.
  public static let fewestPeopleForChange = 8

  /// One person's part of a quotient Σnumerator/Σdenominator over people. For a mean the denominator is 1; for a person
  /// without a value the denominator is 0.
  public struct Part: Sendable, Equatable, Codable {
    /// Numerator, such as hits, or the person's own value.
    public var numerator: Double
    /// Denominator, such as tries, or 1; 0 if the person has no value.
    public var denominator: Double

    /// A part from its numbers.
    public init(_ numerator: Double, _ denominator: Double) {
      self.numerator = numerator
      self.denominator = denominator
    }

    var isUsable: Bool { abs(numerator) <= 1e150 && (0...1e150).contains(denominator) }
  }

  /// The relative change of Σnumerator/Σdenominator from before to after: 0.1 is 10 % more.
  ///
  /// With θ the ratio, R = θ_after/θ_before and residuals eᵢ = (numeratorᵢ − θ·denominatorᵢ)/Σdenominator, Student's
  /// interval of the linearised change (Cochran, Sampling Techniques, 1977, ch. 6):
  ///
  ///     c = (θ_after − θ_before)/θ_before,  uᵢ = (e_after,i − R·e_before,i)/θ_before,  c ± t(n − 1) √(n/(n − 1) Σuᵢ²)
  ///
  /// If everybody's value grows by the same share, the interval contains only that share. The relative change of a
  /// value near 0 is meaningless: if θ_before is below `least`, the change is relative to `least`, in c and in uᵢ (with
  /// R = 1).
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair with a number that is not finite or beyond 1e150 is left out.
  ///   - least: smallest reference value for the change, above 0, in the metric's unit.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if nobody has a value before, or nobody has one after.
  public static func change(
    of pairs: [(before: Part, after: Part)], least: Double, level: Double = 0.95
  ) -> PeopleEstimate? {
    let pairs = pairs.filter { $0.before.isUsable && $0.after.isUsable }
    func sums(_ part: (_ pair: (before: Part, after: Part)) -> Part) -> Part {
      pairs.reduce(into: Part(0, 0)) {
        $0.numerator += part($1).numerator
        $0.denominator += part($1).denominator
      }
    }
    let (before, after) = (sums(\.before), sums(\.after))
    guard before.denominator > 0, after.denominator > 0, least > 0 else { return nil }
    let (old, new) = (before.numerator / before.denominator, after.numerator / after.denominator)
    let isSmall = !(old > least)
    let scale = isSmall ? least : old
    let change = (new - old) / scale
    guard change.isFinite else { return nil }
    let people = pairs.count { $0.before.denominator > 0 || $0.after.denominator > 0 }
    guard people >= fewestPeopleForChange else {
      return PeopleEstimate(value: change, interval: .needsPeople(fewestPeopleForChange), people: people)
    }
    let ratio = isSmall ? 1 : new / old
    let squares = pairs.reduce(0) { sum, pair in
      let first = (pair.before.numerator - old * pair.before.denominator) / before.denominator
      let second = (pair.after.numerator - new * pair.after.denominator) / after.denominator
      let u = (second - ratio * first) / scale
      return sum + u * u
    }
    let n = Double(people)
    let half =
      (n / (n - 1) * squares).squareRoot() * StudentT.quantile(1 - alpha(level: level) / 2, degrees: n - 1)
    let interval = ConfidenceInterval(change - half, change + half)
    return PeopleEstimate(
      value: change, interval: interval.map { .interval($0) } ?? .needsPeople(2 * people), people: people)
  }
}
