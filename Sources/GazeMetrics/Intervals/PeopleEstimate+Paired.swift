private import PortableFoundation

internal import GazePipeline

/// Comparison of two pipelines on the same people, in which differences between people cancel.
extension PeopleEstimate {
  /// Fewest people for the interval of a ratio's geometric mean.
  public static let fewestPeopleForPairedRatio = 5

  /// Geometric mean over people of first/second; a ratio below 1 means that the first pipeline's number is smaller.
  ///
  /// The interval is Student's for the mean log ratio: exp(mean ± t(n − 1) sd/√n). It is exact for log-normal ratios.
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair without two finite positive numbers is left out.
  ///   - level: level of the interval, 0.5…0.9999.
  /// - Returns: nil if no person is left.
  public static func pairedRatio(
    of pairs: [(first: Double, second: Double)], level: Double = 0.95
  ) -> PeopleEstimate? {
    let logs = logRatios(pairs)
    guard !logs.isEmpty else { return nil }
    let moments = Moments(logs)
    return PeopleEstimate(
      value: exp(moments.mean), people: logs.count, fewest: fewestPeopleForPairedRatio
    ) {
      let half = moments.error * StudentT.quantile(1 - alpha(level: level) / 2, degrees: Double(logs.count - 1))
      return ConfidenceInterval(exp(moments.mean - half), exp(moments.mean + half))
    }
  }

  /// Mean over people of first − second, in the unit of the two numbers, with an interval by bootstrap-t. It is meant
  /// for margins and for numbers that may be 0.
  ///
  /// - Parameters:
  ///   - pairs: one per person; a pair with a number that is not finite or beyond 1e150 is left out.
  ///   - level: confidence level of the interval, 0.5…0.9999.
  ///   - rng: generator that draws the people; the same generator gives the same interval.
  /// - Returns: nil if no person is left.
  public static func pairedDifference(
    of pairs: [(first: Double, second: Double)], level: Double = 0.95, using rng: inout some RandomNumberGenerator
  ) -> PeopleEstimate? {
    bootstrapT(differences(pairs), scale: .linear, level: level, using: &rng)
  }

  /// first − second of the pairs whose numbers are finite and at most 1e150.
  fileprivate static func differences(_ pairs: [(first: Double, second: Double)]) -> [Double] {
    pairs.filter { abs($0.first) <= 1e150 && abs($0.second) <= 1e150 }.map { $0.first - $0.second }
  }

  static func logRatios(_ pairs: [(first: Double, second: Double)]) -> [Double] {
    pairs.filter { $0.first > 0 && $0.second > 0 && $0.first.isFinite && $0.second.isFinite }
      .map { log($0.first) - log($0.second) }
  }
}

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
    return PeopleEstimate(value: change, people: people, fewest: fewestPeopleForChange) {
      let ratio = isSmall ? 1 : new / old
      let squares = pairs.sum { pair in
        let first = (pair.before.numerator - old * pair.before.denominator) / before.denominator
        let second = (pair.after.numerator - new * pair.after.denominator) / after.denominator
        let u = (second - ratio * first) / scale
        return u * u
      }
      let n = Double(people)
      let half =
        (n / (n - 1) * squares).squareRoot() * StudentT.quantile(1 - alpha(level: level) / 2, degrees: n - 1)
      return ConfidenceInterval(change - half, change + half)
    }
  }
}

/// The paired t test for a difference between two conditions on the same people, and Holm's correction for several such
/// tests.
public enum PairedTest {
  /// The two-sided p of Student's paired t test: the probability of a mean difference at least this large if the true
  /// difference is 0.
  ///
  ///     t = mean(d)/(sd(d)/√n), n − 1 degrees of freedom; p = 1 if every difference is 0
  ///
  /// - Parameter pairs: one per person; a pair with a number that is not finite or beyond 1e150 is left out.
  /// - Returns: nil with fewer than two people.
  public static func p(of pairs: [(first: Double, second: Double)]) -> Double? {
    let differences = PeopleEstimate.differences(pairs)
    guard differences.count > 1 else { return nil }
    let moments = PeopleEstimate.Moments(differences)
    guard moments.mean != 0 else { return 1 }
    guard moments.error > 0 else { return 0 }
    let (t, degrees) = (moments.mean / moments.error, Double(differences.count - 1))
    // t² relates to a Beta(ν/2, 1/2) by x = ν/(ν + t²).
    return IncompleteBeta.lower(degrees / (degrees + t * t), degrees / 2, 0.5)
  }

  /// Holm's adjusted p of several tests (Scandinavian Journal of Statistics 6, 1979): if each adjusted p is compared
  /// with 0.05, the probability of at least one false alarm among all tests stays below 0.05, however the tests depend
  /// on each other.
  ///
  ///     sorted ascending: p̃ᵢ = max over j ≤ i of min((m − j + 1) pⱼ, 1)
  ///
  /// An element that is nil (no test) stays nil and does not count as a test.
  public static func holm(_ values: [Double?]) -> [Double?] {
    let order = values.indices.filter { values[$0] != nil }.sorted { (values[$0] ?? 1, $0) < (values[$1] ?? 1, $1) }
    var adjusted = [Double?](repeating: nil, count: values.count)
    var largest = 0.0
    for (place, index) in order.enumerated() {
      largest = max(largest, min(Double(order.count - place) * (values[index] ?? 1), 1))
      adjusted[index] = largest
    }
    return adjusted
  }
}
