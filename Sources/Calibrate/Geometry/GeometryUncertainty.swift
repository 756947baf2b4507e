import GazePipeline
import GazeRecording

/// Covariance of a geometry fit at its solution, estimated in three ways.
///
///     model      all fixations are independent: C = (JᵀJ + P)⁻¹, its variance from the scatter of the fixations
///     robust     C · (Σ_f g_f g_fᵀ/(1 − h_f) + P) · C, g_f = J_fᵀ r_f: fixations are independent, with any correlation
///                within each (cluster-robust sandwich; the leverage h_f makes it unbiased if the model holds: HC2)
///     drifted    C · (J_fᵀ V J + P) · C with V of `SlowDrift`: the residuals correlate from fixation to fixation
///
/// with J and r in units of sigma and P the priors' precision: a prior is one more row, whose variance is 1. People do
/// not look exactly at a dot (0.7° per fixation, say), which the plain error ignores. A tracker's noise of 1 s also
/// links each fixation with the next one, and neighbours have the same head turn, which determines a gain. So each
/// robust variance is multiplied by drifted/independent, with the most likely correlation of the residuals, whether it
/// is certain or not. The robust part keeps the size of each residual; where a drift is certain, the larger one of this
/// and of `drifted` counts, since a fit follows a large drift and leaves too small residuals.
///
/// Errors that depend on pose or distance and differ between people shift all fixations of a person together, as far as
/// the device is concerned. From `enoughPeople` people on, the scatter between people is compared with the scatter that
/// their fixations explain (χ² at 1 %). If it is larger, the device's parameter gets the sandwich whose clusters are
/// people (*clustered*).
struct GeometryUncertainty {
  /// Errors of the pointer in the screen's middle, (yaw, pitch), in any session and without the drift that the session
  /// adds.
  struct Pointer {
    /// Robust standard errors, degrees.
    var robust: Vector2
    /// Degrees of freedom of the robust errors.
    var freedom: Vector2
  }

  // "By column" is in the order of x (`GeometryProblem.columns`): first the device's, then each person's. "By person"
  // is in the order of `GeometryProblem.ownColumns`. The fit's units are cm, degrees and 1; a report divides by
  // `GeometryParameter.internalPerUnit`. Sigma is in degrees.

  /// Standard errors by column, in the fit's units; nil if nothing determines the parameter.
  let standardErrors: [Double?]
  /// Robust errors by column with correlated fixations, replaced by the errors with drift if a drift is certain and
  /// these are larger, or by the errors clustered by person.
  let robustStandardErrors: [Double?]
  /// By column: degrees of freedom of the robust error.
  let freedom: [Double]
  /// `ArrowInverse.condition` of the information with priors.
  let condition: Double?
  /// JᵀJ of the data alone, person by person.
  let normals: [NormalBlock]
  /// Slow drift that the residuals show beyond doubt.
  let drift: SlowDrift?
  /// Errors of the pointer by person.
  let pointer: [Pointer]
  /// By person: scatter of the person's fixations, relative to that of all.
  let scatter: [Double]
  /// True if people disagree on the device by more than their fixations explain.
  let comparesPeople: Bool

  /// Fewest people for which a variance between people is estimated. With five, t(4) already makes the interval 1.4
  /// times as wide.
  static let enoughPeople = 5
  /// Share of cases in which people who agree count as agreeing: the χ² at 1 % of above.
  private static let agreement = 0.99

  init(_ problem: GeometryProblem, at x: [Double]) {
    let people = 0..<problem.personCount
    normals = people.map { problem.normal($0, at: x) }
    let inverse = ArrowInverse(problem, normals, adding: problem.columns.map(\.precision))
    condition = inverse.condition
    let blocks = people.map { problem.block($0, at: x) }
    let scatter = blocks.map { Self.scatter(problem, $0) }
    let series = Self.series(problem, blocks, scatter)
    let drift = SlowDrift(series)
    let functionals = people.map { problem.pointer($0, at: x) }
    let sandwich = Sandwich(
      problem, blocks, inverse, drift: SlowDrift.correlation(series) ?? drift, scatter, functionals)
    // A kept parameter has the data sheet's error, which also contributes to the errors of the other parameters.
    let hasKept = problem.columns.contains(where: \.isKept)
    standardErrors = hasKept ? inverse.deviations(of: sandwich.model.columns) : inverse.deviations
    let robust = sandwich.robust
    var linked = robust
    if let drifted = sandwich.drifted {
      linked = robust.combined(with: sandwich.growth(to: drifted), *)
      if drift != nil { linked = linked.combined(with: drifted, max) }
    }
    var (errors, freedom) = (inverse.deviations(of: linked.columns), sandwich.freedom(of: robust))
    comparesPeople = Self.comparePeople(problem, sandwich, inverse, &errors, &freedom.columns)
    (robustStandardErrors, self.freedom, self.scatter, self.drift) = (errors, freedom.columns, scatter, drift)
    pointer = people.map {
      Pointer(robust: Self.deviations(linked.pointers[$0]), freedom: SIMD2(freedom.pointers[$0]))
    }
  }

  /// Gives the device's parameters the error clustered by person if people disagree on them; false if they agree.
  private static func comparePeople(
    _ problem: GeometryProblem, _ sandwich: Sandwich, _ inverse: ArrowInverse, _ errors: inout [Double?],
    _ freedom: inout [Double]
  ) -> Bool {
    let people = problem.personCount
    guard people >= enoughPeople else { return false }
    var disagree = false
    let limit = Distributions.chiSquareQuantile(agreement, freedom: Double(people - 1)) / Double(people - 1)
    let (clustered, priorPart) = (inverse.deviations(of: sandwich.clustered), sandwich.priorPart)
    for i in 0..<problem.deviceCount {
      guard let shared = clustered[i], let own = errors[i] else { continue }
      let scatter = shared * shared - priorPart[i]
      if scatter > limit * max(own * own - priorPart[i], 0), shared > own {
        (errors[i], freedom[i], disagree) = (shared, Double(people - 1), true)
      }
    }
    return disagree
  }

  private static func deviations(_ variances: [Double]) -> Vector2 {
    SIMD2(max(variances[0], 0).squareRoot(), max(variances[1], 0).squareRoot())
  }

  /// Scatter of a person's fixations divided by the scatter of all fixations; people differ in it, since trackers fail
  /// for some. The result is 1 with fewer than 20 fixations, and within 0.1 to 10 (both assumed).
  private static func scatter(_ problem: GeometryProblem, _ block: GeometryBlock) -> Double {
    let looks = block.fixations.count { problem.weights[$0] > 0 }
    guard looks >= 20 else { return 1 }
    // Two rows a fixation, yaw and pitch, as in `GeometryBlock`.
    let freedom = Double(2 * looks - block.own.count)
    let square = dot(block.residuals, block.residuals) / freedom
    return min(max(square.squareRoot(), 0.1), 10)
  }

  /// Residuals in the order of time, each person's divided by that person's scatter, so that people with a large
  /// scatter do not dominate.
  private static func series(
    _ problem: GeometryProblem, _ blocks: [GeometryBlock], _ scatter: [Double]
  ) -> [SlowDrift.Series] {
    var series: [SlowDrift.Series] = []
    for (person, block) in blocks.enumerated() {
      for axis in 0..<2 {
        var (open, session) = (SlowDrift.Series(times: [], residuals: []), -1)
        for (row, look) in block.fixations.enumerated() where problem.weights[look] > 0 {
          if block.sessions[row] != session, !open.times.isEmpty {
            series.append(open)
            open = SlowDrift.Series(times: [], residuals: [])
          }
          session = block.sessions[row]
          open.times.append(block.times[row])
          open.residuals.append(
            block.residuals[2 * row + axis] * problem.sigma / (problem.weights[look].squareRoot() * scatter[person]))
        }
        if !open.times.isEmpty { series.append(open) }
      }
    }
    return series
  }
}
