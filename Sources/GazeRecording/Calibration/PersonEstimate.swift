public import GazePipeline

/// One person's calibration as a fit found it, with its uncertainty.
public struct PersonEstimate: Sendable, Equatable {
  /// The calibration, for a pipeline in this session. Keep it for later sessions as a `SavedCalibration`.
  public let calibration: PersonCalibration
  /// Number of fixations.
  public let fixations: Int
  /// Number of fixations that were left out because they were far from their dots.
  public let outliers: Int
  /// Root mean square over the fixations of the residual angle √(Δyaw² + Δpitch²), degrees.
  public let residualDegrees: Double
  /// Standard error of the gaze offset (towards the screen's right, up), degrees, estimated from the scatter of the
  /// fixations.
  public let offsetErrorDegrees: SIMD2<Double>
  /// Standard error of the gain (horizontal, vertical).
  public let gainError: SIMD2<Double>
  /// Degrees of freedom of the standard errors.
  public let freedom: Double

  init(_ problem: PersonProblem, at x: [Double], participant: Int) throws(GazeFitError) {
    calibration = try PersonCalibration(problem.parameters(at: x), participant: participant)
    fixations = problem.weights.count
    outliers = problem.weights.count - problem.kept
    residualDegrees = (problem.squaredResiduals(at: x) / Double(max(problem.kept, 1))).squareRoot()
    guard let variances = problem.variances(at: x), variances.count == 4 else {
      throw .implausible("an offset that the fixations leave undetermined")
    }
    offsetErrorDegrees = SIMD2(variances[0].squareRoot(), variances[1].squareRoot())
    gainError = SIMD2(variances[2].squareRoot(), variances[3].squareRoot())
    freedom = max(2 * Double(problem.kept) - problem.effectiveParameters(at: x), 1)
  }

  /// The 95 % interval of the offset towards the screen's right, degrees.
  public var horizontalIntervalDegrees: ClosedRange<Double> {
    interval(calibration.gazeOffset.towardsX.degrees, offsetErrorDegrees.x)
  }

  /// The 95 % interval of the offset up, degrees.
  public var verticalIntervalDegrees: ClosedRange<Double> {
    interval(calibration.gazeOffset.up.degrees, offsetErrorDegrees.y)
  }

  private func interval(_ value: Double, _ error: Double) -> ClosedRange<Double> {
    let half = StudentReach.of95Percent(freedom: freedom) * error
    return (value - half)...(value + half)
  }
}
