import GazeMetrics
import GazePipeline

@testable import Evaluate
@testable import StudySupport

/// Comparison of the estimates and intervals of one parameter with the truth, over all repeats; a row in every study of
/// coverage. Each study uses some of the columns; nil is a value that could not be computed.
struct CoverageRow: Sendable {
  enum Figure {
    /// Share of the 95 % intervals that contain the truth, and half the width of its interval.
    case coverage, coverageHalfWidth
    /// Coverage, and half the width of its interval, of the plain interval, which treats every frame as independent.
    case plainCoverage, plainHalfWidth
    /// Mean of estimate − truth.
    case bias
    /// Mean of (estimate − truth)/bound's SD, and half the width of its interval.
    case biasOverSE, biasHalfWidth
    /// `biasOverSE` minus the same quantity of the linear fit, and half the width of its interval.
    case curvature, curvatureHalfWidth
    /// Bound/variance, and half the width of its interval.
    case efficiency, efficiencyHalfWidth
    /// Largest distance of bias from 0, of bound/variance from 1 or of coverage from 0.95 among the row's parameters
    /// (for a person's parameter, each person separately), in half widths of its 99.9 % interval, Bonferroni-adjusted
    /// over all parameters of all people. A value of at most 1 means that all three agree for every parameter.
    case furthest
    /// Mean of the true values.
    case realised
    /// Root mean square of estimate − truth, and of the data sheet's value − truth, which a fit should not exceed.
    case rmsError, dataSheetError
    /// Median width, and mean half width, of the intervals.
    case width, halfWidth
  }

  /// Counts of intervals.
  struct Counts: Sendable {
    var given: Int
    /// Number of intervals that contained the truth.
    var covered: Int
    /// 95 % interval of the coverage.
    var coverageCI95: ConfidenceInterval?
  }

  /// Conditions of one table: the noise of a frame in degrees, and whether the fit uses priors.
  struct Arm: Sendable, Hashable {
    var noise: Double
    /// True if the fit knows the priors from which phone and people were drawn.
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
  /// Unit in a table; empty for a bare number.
  var shownUnit: String { unit == "1" ? "" : unit ?? "" }

  /// Line about repeats that could not be fitted, if there are any.
  static func remarks(failed: Int) -> [String] {
    failed > 0 ? ["\(NumberText.count(failed, "repeat")) could not be fitted"] : []
  }
}
