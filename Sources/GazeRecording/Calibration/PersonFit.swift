public import GazePipeline

/// Fits one person's gaze offset and gain to fixations of a few dots, on a device whose geometry is known.
///
///     let found = try PersonFit(on: pipeline.geometry).fit(observations)
///     pipeline.person = found.calibration
///
/// The fit is that of `gazesim calibrate` for a person alone: least squares of the reported angles, with a weak prior
/// on the offset (5°) and on the gain (0.2). From ten fixations on, fixations far from their dots are left out. Five
/// dots across the screen are enough (`CalibrationPlan.fivePoints`); `PersonCalibrator` shows them. The fit does not
/// use GSL.
public struct PersonFit: Sendable, Equatable {
  /// The screen on which the dots were shown, in the orientation of its interface.
  public let screen: ScreenGeometry

  /// Largest number of elements of the Jacobian, as for the fit of a device: five million fixations.
  private static let largest = 20_000_000.0
  /// The fitted parameters; `PersonEstimate` has its errors in this order.
  static let free: [GeometryParameter] = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]

  /// A fit for dots on this screen.
  public init(on screen: ScreenGeometry) { self.screen = screen }

  /// Fits the frames of one person with the dots that the app showed.
  ///
  /// - Parameters:
  ///   - observations: frames with their dots, in the order of time, in points of the interface.
  ///   - participant: the person's number in the observations; frames of other people are skipped.
  /// - Throws: `GazeFitError`; its `instruction` is a sentence for the person.
  public func fit(
    _ observations: some Sequence<RecordedFrame.Observation>, participant: Int = 0
  ) throws(GazeFitError) -> PersonEstimate {
    let (fixations, tally) = FixationFinder.fixations(
      in: observations.lazy.filter { $0.participant == participant })
    return try fit(fixations, tally: tally)
  }

  /// Fits one person's fixations of dots in points of the interface. `tally`, if given, explains why a recording has no
  /// fixations.
  ///
  /// - Throws: `GazeFitError`; its `instruction` is a sentence for the person.
  public func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GazeFitError) -> PersonEstimate {
    let nominal = screen.turned(to: .portrait)
    let looks = fixations.map { $0.upright(screen.orientation, of: screen.points) }
    try FixationChecks(nominal: nominal, free: Set(Self.free), largest: Self.largest).check(looks, tally: tally)
    let model = AngularModel(
      looks, points: nominal.points,
      people: Dictionary(looks.map { ($0.participant, 0) }, uniquingKeysWith: { first, _ in first }))
    let parameters = ModelParameters(nominal, .none)
    // The device's geometry is not fitted, so the sigmas of its priors have no effect.
    let priors = GeometryPriors(screen: .zero, camera: .zero)
    var problem = PersonProblem(
      model: model, nominal: parameters,
      columns: Self.free.map { parameter in
        PersonProblem.Column(
          parameter: parameter, start: parameters[parameter],
          precision: priors.sigma(of: parameter).map { 1 / ($0 * $0) } ?? 0)
      })
    try problem.checkIsDefined(at: problem.start, looks)
    let solved = try problem.solved(rejectingOutliers: true)
    try problem.checkIsDefined(at: solved.x, looks)
    return try PersonEstimate(problem, at: solved.x, participant: looks[0].participant)
  }
}

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
    guard let variances = problem.variances(at: x), variances.count == PersonFit.free.count else {
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

/// Half the width of a 95 % interval in standard errors, by Student's distribution.
enum StudentReach {
  /// The 0.975 quantile for at least one degree of freedom, which need not be a whole number: within 0.05 % from two
  /// degrees on (Hill 1970, Algorithm 396), within 3 % below (interpolated).
  static func of95Percent(freedom: Double) -> Double {
    let (chance, n) = (0.05, max(freedom, 1))
    guard n >= 2 else {
      let (one, two) = (12.706204736174705, 4.302652729749464)
      return two * Elementary.pow(one / two, 2 / n - 1)
    }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * .pi / 2).squareRoot() * n
    var y = Elementary.pow(d * chance, 2 / n)
    if y > 0.05 + a {
      let x = -1.959963984540054
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y *= a * y
      y = y > 0.002 ? Elementary.exp(y) - 1 : 0.5 * y * y + y
    } else {
      y =
        ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2)
        + 1 / y
    }
    return (n * y).squareRoot()
  }
}

/// Calibrates an app's user: shows the dots of a plan and then fits the person.
///
/// Pass every frame and draw what `step` returns:
///
///     var calibrator = PersonCalibrator(on: pipeline.geometry)
///     let step = calibrator.step(frame)                             // each frame
///     show(dot: step.target, text: step.prompt.text)
///     if step.isDone { pipeline.person = try calibrator.estimate().calibration }
///
/// Memory is bounded, however long the person takes. The device's geometry must be known, and the interface must not
/// turn meanwhile.
public struct PersonCalibrator: Sendable {
  /// Protocol that decides which dot is shown.
  public private(set) var leader: CalibrationProtocol
  private let fit: PersonFit
  private var finder = FixationFinder()
  private var fixations: [Fixation] = []

  /// A calibrator in its initial state.
  ///
  /// - Parameters:
  ///   - screen: the screen in the current orientation, `DevicePipeline.geometry`; dots are in its points.
  ///   - plan: the dots. Stages with a page are shown but not used.
  ///   - seed: the seed of the order of the dots.
  public init(on screen: ScreenGeometry, plan: CalibrationPlan = .fivePoints, seed: UInt64 = 1) {
    fit = PersonFit(on: screen)
    leader = CalibrationProtocol(plan, points: screen.points, orientation: screen.orientation, seed: seed)
  }

  /// True when no dot is left to show.
  public var isDone: Bool { leader.isDone }

  /// Takes in the next frame, and returns the dot and the text to show now.
  @discardableResult
  public mutating func step(_ frame: FaceFrame) -> CalibrationProtocol.Step {
    let step = leader.step(frame)
    let observation = RecordedFrame.Observation(frame: frame, target: step.target)
    if let fixation = finder.add(observation) { fixations.append(fixation) }
    return step
  }

  /// Leaves out the current pose, for a person who cannot take it.
  public mutating func skip() { leader.skip() }

  /// The calibration from the dots so far; call it when `isDone`.
  ///
  /// - Throws: `GazeFitError`; its `instruction` is a sentence for the person. Begin with a new calibrator then.
  public func estimate() throws(GazeFitError) -> PersonEstimate {
    var finder = finder
    let last = finder.finish()
    return try fit.fit(fixations + last, tally: finder.tally)
  }
}

extension PersonCalibration {
  /// Person's part of the model's parameters.
  ///
  /// - Throws: `GazeFitError.implausible` for a gain that is not positive.
  package init(_ p: ModelParameters, participant: Int) throws(GazeFitError) {
    guard p[.gainH] > 0, p[.gainV] > 0 else {
      throw .implausible("a gain of (\(p[.gainH]), \(p[.gainV])) for participant \(participant)")
    }
    let (quadratic, degree) = (p.quadratic, 1.0.radians)
    self.init(
      gazeOffset: Kappa(towardsX: p[.gazeOffsetH].radians, up: p[.gazeOffsetV].radians), gain: p.gain,
      quadratic: .init(yaw: quadratic.yaw * degree, pitch: quadratic.pitch * degree))
  }
}
