import GazeMetrics
import GazePipeline

/// How the estimates and intervals of one parameter compare with the truth, over all repeats: the row of every study of
/// coverage. Each study has its own figures; JSON has those alone, with `null` for a figure that nobody could form.
struct CoverageRow: Sendable, Encodable {
  enum Figure: String, CodingKey {
    /// Share of the 95 % intervals that hold the truth, and half of its interval.
    case coverage, coverageHalfWidth
    /// The same of the plain interval, for which every frame is a witness of its own.
    case plainCoverage, plainHalfWidth
    /// Mean of estimate − truth.
    case bias
    /// Mean of (estimate − truth)/bound's SD, and half of its interval.
    case biasOverSE, biasHalfWidth
    /// The same less the linear fit's.
    case curvature, curvatureHalfWidth
    /// Bound/variance, and half of its interval.
    case efficiency, efficiencyHalfWidth
    /// Largest distance of bias from 0, of bound/variance from 1 or of coverage from 0.95 among the parameters of the
    /// row (the people's own, each by itself), in half widths of its 99.9 % interval, Bonferroni over all parameters of
    /// all people. At most 1: each holds.
    case furthest
    /// Mean of the true values.
    case realised
    /// Root mean square of estimate − truth, and of the data sheet's value − truth: a fit should not be further off.
    case rmsError, dataSheetError
    /// Median width, and mean half width, of the intervals.
    case width, halfWidth
  }

  /// Intervals that were counted one by one.
  struct Counts: Sendable {
    var given: Int
    /// Those that held the truth.
    var covered: Int
    /// 95 % interval of the coverage.
    var coverageCI95: ConfidenceInterval?
  }

  /// One noise of a frame, degrees, with priors or without.
  struct Arm: Sendable, Encodable, Hashable {
    var noise: Double
    /// The fit knows the priors that phone and people were drawn from.
    var priors: Bool
  }

  var name: String
  var unit: String?
  var arm: Arm?
  var counts: Counts?
  var figures: [Figure: Double?] = [:]

  subscript(figure: Figure) -> Double? { figures[figure] ?? nil }

  var given: Int { counts?.given ?? 0 }
  var covered: Int { counts?.covered ?? 0 }
  /// The unit in a table, where that of a bare number is empty.
  var shownUnit: String { unit == "1" ? "" : unit ?? "" }

  /// A line where repeats could not be fitted.
  static func remarks(failed: Int) -> [String] {
    failed > 0 ? ["\(NumberText.count(failed, "repeat")) could not be fitted"] : []
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode(name, forKey: .name)
    try keys.encodeIfPresent(unit, forKey: .unit)
    try arm?.encode(to: encoder)
    if let counts {
      try keys.encode(counts.given, forKey: .given)
      try keys.encode(counts.covered, forKey: .covered)
      try keys.encode(counts.coverageCI95, forKey: .coverageCI95)
    }
    var container = encoder.container(keyedBy: Figure.self)
    for (figure, value) in figures { try container.encode(value, forKey: figure) }
  }

  private enum Key: String, CodingKey { case name, unit, given, covered, coverageCI95 }
}
