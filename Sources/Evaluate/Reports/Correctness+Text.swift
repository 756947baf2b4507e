public import GazeTesting

extension Correctness.Check {
  /// `correctness: pointer.gain.x from 0.9 to 1.1`.
  var rule: String { "correctness: \(metric) \(range)" }

  /// `from 0.9 to 1.1`, `at most 120`.
  public var range: String {
    lowest.map { "from \(number($0, 3)) to \(number(highest, 3))" } ?? "at most \(number(highest, 3))"
  }

  /// What came of it, in a line.
  var outcome: String {
    func text(_ value: Double?) -> String { value.map { number($0, 3) } ?? "not there" }
    return "\(text(physical)) with eyes that point at what is looked at, \(text(arkit)) with ARKit's, expected \(range)"
  }
}
