public import GazePipeline
public import GazeRecording

/// Fits a device's geometry and each person's gaze offset and gain to fixations of known targets.
///
/// Residuals are angles (see `AngularModel`), averaged over a fixation and divided by sigma, which is estimated from
/// the data in a few rounds of fitting. Each prior adds one residual row. Several people share the device's parameters.
/// The fit starts at the nominal device with offset 0 and gain 1; parameters that are not free keep these values.
public struct GeometryFit: Sendable {
  /// The device according to its data sheet; the centre of its priors.
  public let nominal: ScreenGeometry
  /// The parameters to fit.
  public let free: Set<GeometryParameter>
  /// Knowledge before the data; nil if nothing is known.
  public let priors: GeometryPriors?
  /// True if fixations far from their targets are left out (`FixationWeights`).
  public var rejectsOutliers = true
  /// Largest number of elements in the Jacobian, which then needs 160 MB; the solver holds a few matrices of this size.
  /// A thousand people with 135 fixations each need two million.
  var largest = 20_000_000.0
  /// True if GSL also solves for a person alone, as a reference for the solver of `PersonFit`.
  var prefersGSL = false

  /// A fit of `free` parameters around a nominal device. Without priors the data alone must determine them.
  public init(
    nominal: ScreenGeometry, free: Set<GeometryParameter> = GeometryParameter.standard, priors: GeometryPriors?
  ) {
    (self.nominal, self.free, self.priors) = (nominal, free, priors)
  }

  /// Fitted parameters, including the drifts of sessions. Only the prior distinguishes a session's drift from the
  /// person's offset.
  var freed: Set<GeometryParameter> {
    guard let priors, priors.session > 0, !free.isDisjoint(with: [.gazeOffsetH, .gazeOffsetV]) else { return free }
    return free.union([.driftH, .driftV])
  }

  /// Fits the fixations of a recording. `tally`, if given, explains why a recording has no fixations.
  ///
  /// - Throws: `GazeFitError`, which states what is missing and how to record it.
  public func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GazeFitError) -> GeometryEstimate {
    try checks.check(fixations, tally: tally)
    return try estimate(solved(fixations), fixations)
  }

  /// The solution for fixations that have been checked.
  func solved(_ fixations: [Fixation]) throws(GazeFitError) -> Solved {
    let (model, participants) = AngularModel.ofEverybody(in: fixations, points: nominal.points)
    var problem = problem(model, priors, personCount: participants.count)
    try problem.checkIsDefined(at: problem.start, fixations)
    var solved = Solved(problem, try problem.solved(rejectingOutliers: rejectsOutliers), participants)
    try problem.checkIsDefined(at: solved.x, fixations)
    if let spread = SessionSpread(problem, at: solved.x, solved.uncertainty) {
      try widen(&solved, to: spread)
    }
    solved.kept = KeptParameters(solved.problem, at: solved.x, solved.uncertainty)
    if let kept = solved.kept?.columns, !kept.isEmpty { try keep(kept, in: &solved) }
    return solved
  }

  private func problem(_ model: AngularModel, _ priors: GeometryPriors?, personCount: Int) -> GeometryProblem {
    let problem = GeometryProblem(
      model: model, nominal: ModelParameters(nominal, .none), free: freed, priors: priors, personCount: personCount)
    problem.prefersGSL = prefersGSL
    return problem
  }

  /// Describes a solution.
  func estimate(_ solved: Solved, _ fixations: [Fixation]) throws(GazeFitError) -> GeometryEstimate {
    let (problem, participants, spans) = (solved.problem, solved.participants, ViewingSpans(fixations))
    let (geometry, people) = try values(problem, at: solved.x, participants: participants)
    let (uncertainty, identifiability) = (solved.uncertainty, Identifiability(solved, spans))
    let kept = problem.weights.count { $0 > 0 }
    let square = problem.squaredResiduals(at: solved.x)
    return GeometryEstimate(
      geometry: geometry, people: people,
      parameters: parameters(solved, identifiability),
      unidentified: contradictions(solved) + identifiability.statements,
      condition: uncertainty.condition, stop: solved.solution.stop.rawValue,
      iterations: solved.solution.iterations, residualRMS: (square / Double(max(kept, 1))).squareRoot(),
      sigma: problem.sigma, fixations: fixations.count, outliers: fixations.count - kept, drift: uncertainty.drift,
      later: Dictionary(uniqueKeysWithValues: zip(participants, later(solved))),
      sessions: Dictionary(uniqueKeysWithValues: zip(participants, problem.model.sessions)),
      sessionSpread: fileSpread(solved.spread),
      panelSize: PanelSize.found(problem, at: solved.x, scatter: uncertainty.scatter, spans: spans),
      kept: solved.kept?.statement(problem))
  }

  /// Widens or narrows the drift's prior to the spread between these sessions and solves again.
  private func widen(_ solved: inout Solved, to spread: SessionSpread) throws(GazeFitError) {
    solved.spread = spread
    guard var priors else { return }
    priors.session = spread.combined(withAssumed: priors.session.degrees).sd.radians
    let old = solved.problem
    var new = problem(old.model, priors, personCount: old.personCount)
    (new.sigma, new.weights) = (old.sigma, old.weights)
    let solution = try new.settled(from: solved.x)
    solved.problem = new
    solved.take(solution)
  }

  /// Solves again with the device parameters `kept` at the data sheet's values.
  private func keep(_ kept: Set<Int>, in solved: inout Solved) throws(GazeFitError) {
    var problem = solved.problem
    problem.keep(kept)
    var again = try problem.settled(from: problem.restored(solved.x))
    again.iterations += solved.solution.iterations
    again.x = problem.restored(again.x)
    solved.take(again)
  }

  /// Each person's predicted error of a later session; empty if the model has no prior for a session's drift.
  private func later(_ solved: Solved) -> [PredictedError] {
    guard let assumed = priors?.session.degrees, assumed > 0 else { return [] }
    let (session, uncertainty) = (solved.spread?.combined(withAssumed: assumed), solved.uncertainty)
    return zip(uncertainty.pointer, uncertainty.scatter).map { pointer, scatter in
      PredictedError(
        known: pointer.robust, session: session?.sd ?? assumed, freedom: session?.freedom, drift: uncertainty.drift,
        look: solved.problem.sigma, scatter: scatter)
    }
  }

  /// Session spread in the form of a calibration file; nil if the model has no sessions.
  private func fileSpread(_ spread: SessionSpread?) -> CalibrationFile.SessionSpread? {
    guard freed.contains(.driftH) || freed.contains(.driftV), let assumed = priors?.session.degrees else { return nil }
    return spread.map {
      CalibrationFile.SessionSpread(
        source: .estimated, sd: $0.combined(withAssumed: assumed).sd, estimate: $0.estimate, ci95: $0.interval,
        sessions: $0.sessions, people: $0.people)
    } ?? CalibrationFile.SessionSpread(source: .assumed, sd: assumed)
  }

  /// Root mean square residual angle √(Δyaw² + Δpitch²) of fixations under a given calibration, degrees: the error
  /// on data that a fit has not seen. People who are not in `people` count as uncalibrated. nil without fixations, or
  /// if a target lies behind a face.
  public static func residualRMS(
    of fixations: [Fixation], geometry: ScreenGeometry, people: [Int: PersonCalibration]
  ) -> Double? {
    let (model, participants) = AngularModel.ofEverybody(in: fixations, points: geometry.points)
    let parameters = participants.map { ModelParameters(geometry, people[$0] ?? .none) }
    var sum = 0.0
    for look in model.fixations {
      let prediction = model.predict(look, parameters[look.person])
      guard prediction.isDefined else { return nil }
      let (yaw, pitch) = (look.measured.x - prediction.yaw, look.measured.y - prediction.pitch)
      sum += yaw * yaw + pitch * pitch
    }
    guard !model.fixations.isEmpty, sum.isFinite else { return nil }
    return (sum / Double(model.fixations.count)).squareRoot()
  }
}

// MARK: Parts of a fit

extension GeometryFit {
  /// A problem's solution and its uncertainty.
  struct Solved {
    var problem: GeometryProblem
    private(set) var solution: FixationSolution
    private(set) var uncertainty: GeometryUncertainty
    /// In the order in which the problem numbers them.
    let participants: [Int]
    var spread: SessionSpread?
    var kept: KeptParameters?
    var x: [Double] { solution.x }

    init(_ problem: GeometryProblem, _ solution: FixationSolution, _ participants: [Int]) {
      (self.problem, self.solution, self.participants) = (problem, solution, participants)
      uncertainty = GeometryUncertainty(problem, at: solution.x)
    }

    mutating func take(_ solution: FixationSolution) {
      self.solution = solution
      uncertainty = GeometryUncertainty(problem, at: solution.x)
    }
  }

  /// Checks of the fixations.
  package var checks: FixationChecks { FixationChecks(nominal: nominal, free: free, largest: largest) }

  /// Geometry of the device and calibrations of the people at x.
  func values(
    _ problem: GeometryProblem, at x: [Double], participants: [Int]
  ) throws(GazeFitError) -> (ScreenGeometry, [Int: PersonCalibration]) {
    let geometry = try geometry(problem, at: x)
    var people: [Int: PersonCalibration] = [:]
    for (i, participant) in participants.enumerated() {
      people[participant] = try PersonCalibration(problem.parameters(of: i, at: x), participant: participant)
    }
    return (geometry, people)
  }

  private func geometry(_ problem: GeometryProblem, at x: [Double]) throws(GazeFitError) -> ScreenGeometry {
    var device = problem.nominal
    for i in 0..<problem.deviceCount { device[problem.columns[i].parameter] = x[i] }
    guard device[.screenWidth] > 0, device[.screenHeight] > 0, x.allSatisfy(\.isFinite) else {
      throw .implausible("a screen of \(device[.screenWidth] * 10) × \(device[.screenHeight] * 10) mm")
    }
    // A parameter that is not free keeps its nominal value to the last bit.
    func value(_ parameter: GeometryParameter, _ perUnit: Double, orNominal nominal: Double) -> Double {
      let isKept = problem.columns.contains { $0.parameter == parameter && $0.isKept }
      return free.contains(parameter) && !isKept ? device[parameter] * perUnit : nominal
    }
    let (cm, degree) = (0.01, 1.0.radians)
    var geometry = nominal
    geometry.metres.x = value(.screenWidth, cm, orNominal: nominal.metres.x)
    geometry.metres.y = value(.screenHeight, cm, orNominal: nominal.metres.y)
    geometry.camera.x = value(.cameraX, cm, orNominal: nominal.camera.x)
    geometry.camera.y = value(.cameraY, cm, orNominal: nominal.camera.y)
    geometry.tilt.x = value(.tiltX, degree, orNominal: nominal.tilt.x)
    geometry.tilt.y = value(.tiltY, degree, orNominal: nominal.tilt.y)
    geometry.depth = value(.depth, cm, orNominal: nominal.depth)
    return geometry
  }
}

extension AngularModel {
  /// The model of fixations, with the participants in the order in which the model numbers them.
  static func ofEverybody(
    in fixations: [Fixation], points: Vector2
  ) -> (model: AngularModel, participants: [Int]) {
    let participants = Set(fixations.map(\.participant)).sorted()
    let index = Dictionary(uniqueKeysWithValues: participants.enumerated().map { ($1, $0) })
    return (AngularModel(fixations, points: points, people: index), participants)
  }
}
