package import GazePipeline
import GazeRecording

/// A point of one plane and the point of another that belongs to it.
package struct Correspondence: Equatable {
  package var from, to: Vector2
  /// Pairs of one group share an error, such as all pairs of one joint of one person.
  package var group: Int
  /// An instrument in the sense of instrumental variables: a quantity in the plane of `from` that is correlated with
  /// `from` and shares no error with it, such as the mean of the neighbouring joints. If nil, `from` is assumed to have
  /// no error.
  package var instrument: Vector2?

  package init(from: Vector2, to: Vector2, group: Int, instrument: Vector2? = nil) {
    (self.from, self.to, self.group, self.instrument) = (from, to, group, instrument)
  }
}

/// The affine map that best takes one set of points to another, with outliers among the pairs.
///
///     minimise Σ ρ(|to − c' − o − M·(from − c)|), ρ Tukey's bisquare, one weight per pair
///
/// Errors of `from` bias the slopes of a least-squares fit towards 0, in proportion to the ratio of their variance to
/// that of the positions. If pairs have instruments, the fit continues with these (two-stage least squares with the
/// same weights; Wooldridge, Econometric Analysis of Cross Section and Panel Data, ch. 5), which is consistent for
/// errors of any size on either side. Outliers are detected by the same residuals in both stages. If the instruments
/// are too weak or lie on one line, they are ignored, and `isInstrumented` is false.
///
/// The map has six parameters about the given middles c and c', which reduces their correlation. The size of the errors
/// is estimated from the residuals, so it need not be known. Intervals come from leaving out one group at a time
/// (delete-one jackknife with the robust fit repeated, Student's t with groups − 1). If there are more than `mostFolds`
/// groups, they are distributed to `mostFolds` folds, and one fold at a time is left out. So the intervals cover errors
/// that a group shares, such as a joint's own offset. With few groups the plain errors from the residuals are used
/// instead, and `isGrouped` is false.
package struct AffineFit {
  package struct Parameter: Equatable {
    /// `standardError`: standard error from the residuals, as if all pairs were independent.
    package var value, standardError: Double
    /// Standard error from leaving out groups; nil if there are fewer than `fewestGroups` groups.
    package var groupedError: Double?
    package var interval: ClosedRange<Double>
  }

  /// Number of groups below which their scatter is too uncertain to use.
  static let fewestGroups = 8
  /// Maximum number of fits in a jackknife.
  static let mostFolds = 60
  /// Product of the squared canonical correlations below which instruments are too weak.
  static let leastRelevance = 0.25
  /// Number of pairs below which outliers cannot be detected.
  static let fewestPairs = 6

  package let fromMiddle, toMiddle: Vector2
  /// m11, m12, m21, m22, o_x, o_y: x' = m11·x + m12·y + o_x, y' = m21·x + m22·y + o_y.
  package let parameters: [Parameter]
  package let weights: [Double]
  /// `residualRMS`: weighted root mean square of the residual distances; `scale`: robust standard deviation of a
  /// coordinate, from the median distance.
  package let residualRMS, scale: Double
  /// Condition number of the scaled problem; nil if it is singular.
  package let condition: Double?
  package let stop: String
  /// `isInstrumented`: true if instruments were used, so that errors of `from` do not bias the slopes.
  package let isGrouped, isInstrumented: Bool

  package var outliers: Int { weights.count { $0 == 0 } }

  package var map: AffineMap { Self.map(parameters.map(\.value), fromMiddle, toMiddle) }

  /// True if the fit would give this pair the weight 0, by the same measure as for its own pairs.
  package func isOutlier(_ pair: Correspondence) -> Bool {
    let off = map.apply(pair.from) - pair.to
    guard scale > 0, off.isFinite else { return !off.isFinite }
    let deviate = RobustLoss.normalDeviate(square: (off * off).sum() / (scale * scale), freedom: 2)
    return RobustLoss.bisquare.weights([deviate]) == [0]
  }

  /// Fits the pairs; ignores pairs with numbers that are not finite.
  ///
  /// - Throws: `AffineFitError` for too few pairs, for points on one line, and if the solver fails.
  package init(
    _ pairs: [Correspondence], fromMiddle: Vector2, toMiddle: Vector2
  ) throws(AffineFitError) {
    let pairs = pairs.filter { $0.from.isFinite && $0.to.isFinite && $0.instrument?.isFinite != false }
    guard pairs.count >= Self.fewestPairs else { throw .tooFew(pairs.count) }
    guard let size = Self.size(pairs) else { throw .collinear(pairs.count) }
    let problem = AffineProblem(pairs, fromMiddle: fromMiddle, toMiddle: toMiddle, size: size)
    var solver = LeastSquaresSolver()
    let robust = try Self.solve(&solver, problem)
    guard robust.solution.rank == AffineProblem.count, let plain = Self.plain(robust) else {
      throw .collinear(pairs.count)
    }
    let instrumented = Self.instrumented(pairs, problem, robust)
    let fit = instrumented ?? plain
    let known = instrumented == nil ? AffineProblem(without: problem) : problem
    let x = problem.unscaled(fit.x)

    // The weights of distant pairs fall to 0, so the variance is computed from the effective number of pairs, with two
    // rows each.
    let total = fit.weights.reduce(0, +)
    let sum = dot(problem.squares(at: fit.x), fit.weights)
    let freedom = max(2 * total - Double(AffineProblem.count), 1)
    let variance = sum / freedom
    let plainErrors = problem.unscaled(fit.variances.map { ($0 * variance).squareRoot() })

    let grouped = Self.jackknife(pairs, known, fit, scale: robust.scale)
    let t = Distributions.studentQuantile(0.975, freedom: grouped.map { Double($0.folds - 1) } ?? freedom)
    parameters = x.indices.map { i in
      let error = grouped?.errors[i] ?? plainErrors[i]
      return Parameter(
        value: x[i], standardError: plainErrors[i], groupedError: grouped?.errors[i],
        interval: (x[i] - t * error)...(x[i] + t * error))
    }
    (self.fromMiddle, self.toMiddle) = (fromMiddle, toMiddle)
    weights = fit.weights
    residualRMS = total > 0 ? (sum / total).squareRoot() : 0
    scale = robust.scale
    condition = robust.solution.condition
    stop = robust.solution.stop.rawValue
    isGrouped = grouped != nil
    isInstrumented = instrumented != nil
  }

  /// The solver's own fit, which assumes that `from` is exact.
  private static func plain(_ robust: RobustSolution) -> AffineProblem.Refined? {
    guard let variances = robust.solution.covariance?.diagonal, variances.count == AffineProblem.count else {
      return nil
    }
    return AffineProblem.Refined(x: robust.solution.x, weights: robust.weights, variances: variances)
  }

  /// The fit with instruments; nil without instruments, or if they are too weak.
  private static func instrumented(
    _ pairs: [Correspondence], _ problem: AffineProblem, _ robust: RobustSolution
  ) -> AffineProblem.Refined? {
    guard pairs.contains(where: { $0.instrument != nil }), problem.relevance(robust.weights) >= leastRelevance else {
      return nil
    }
    return problem.refined(robust.solution.x, to: Array(pairs.indices), scale: robust.scale)
  }

  private static func solve(
    _ solver: inout LeastSquaresSolver, _ problem: AffineProblem
  ) throws(AffineFitError) -> RobustSolution {
    do throws(LeastSquaresError) {
      return try solver.solve(
        problem.leastSquares(), from: problem.start, clusters: problem.clusters, loss: .bisquare)
    } catch {
      throw .solver(error)
    }
  }

  /// Extent of the points; nil if they lie on one line, with a tolerance of a thousandth of their length.
  private static func size(_ pairs: [Correspondence]) -> Double? {
    let mean = pairs.reduce(Vector2.zero) { $0 + $1.from } / Double(pairs.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for pair in pairs {
      let d = pair.from - mean
      (xx, xy, yy) = (xx + d.x * d.x, xy + d.x * d.y, yy + d.y * d.y)
    }
    let (half, root) = ((xx + yy) / 2, ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot())
    guard half + root > 0, half + root < .infinity, half - root > 1e-6 * (half + root) else { return nil }
    return ((half + root) / Double(pairs.count)).squareRoot()
  }

  /// Standard errors from leaving out one group at a time; nil if there are too few groups, or if the fit fails without
  /// one of them.
  private static func jackknife(
    _ pairs: [Correspondence], _ problem: AffineProblem, _ fit: AffineProblem.Refined, scale: Double
  ) -> (errors: [Double], folds: Int)? {
    // Groups are numbered in the order of their first pairs, so that the same data always give the same result.
    var numbers: [Int: Int] = [:]
    let groups = pairs.map { pair in
      let number = numbers[pair.group] ?? numbers.count
      numbers[pair.group] = number
      return number
    }
    guard numbers.count >= fewestGroups else { return nil }
    let folds = min(numbers.count, mostFolds)
    var values: [[Double]] = []
    for k in 0..<folds {
      let rest = groups.indices.filter { groups[$0] % folds != k }
      guard rest.count >= fewestPairs, let left = problem.refined(fit.x, to: rest, scale: scale) else { return nil }
      values.append(problem.unscaled(left.x))
    }
    let n = Double(folds)
    let errors = (0..<AffineProblem.count).map { i in
      let mean = values.sum { $0[i] } / n
      return ((n - 1) / n * values.sum { ($0[i] - mean) * ($0[i] - mean) }).squareRoot()
    }
    return (errors, folds)
  }

  /// The map with these six parameters, in the order of `parameters`, about two middles.
  static func map(_ x: [Double], _ from: Vector2, _ to: Vector2) -> AffineMap {
    AffineMap(
      a: x[0], b: x[2], c: x[1], d: x[3], tx: to.x + x[4] - x[0] * from.x - x[1] * from.y,
      ty: to.y + x[5] - x[2] * from.x - x[3] * from.y)
  }
}

/// Reason why no affine map was fitted.
package enum AffineFitError: Error, Equatable, CustomStringConvertible {
  case tooFew(Int)
  /// The points lie on one line, or in one place.
  case collinear(Int)
  case solver(LeastSquaresError)

  package var description: String {
    switch self {
    case .tooFew(let count):
      """
      \(count) pairs of joints and marks: expected at least \(AffineFit.fewestPairs) to fit an affine map and to find \
      outliers; mark more joints
      """
    case .collinear(let count):
      "the \(count) marked joints lie on one line, which does not determine an affine map; mark hands and feet as well"
    case .solver(let failure): failure.description
    }
  }
}
