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
    let differences = pairs.filter { abs($0.first) <= 1e150 && abs($0.second) <= 1e150 }.map { $0.first - $0.second }
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
