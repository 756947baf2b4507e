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
  private static let free: [GeometryParameter] = [.gazeOffsetH, .gazeOffsetV, .gainH, .gainV]

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
