public import GazePipeline
import GazeRecording

/// Fits a device's geometry and each person's gaze offset and gain to fixations of known targets.
///
/// Residuals are angles (see `AngularModel`), averaged over a fixation and divided by a sigma that is estimated from
/// the data in a few rounds; priors are one more row each. Several people share the device's parameters. It starts at
/// the nominal device with offset 0 and gain 1; what is not free stays there.
public struct GeometryFit: Sendable {
  /// The device as its data sheet has it; the centre of its priors.
  public let nominal: ScreenGeometry
  /// What is fitted.
  public let free: Set<GeometryParameter>
  /// What is known before; nil for nothing.
  public let priors: GeometryPriors?

  /// A fit of `free` parameters around a nominal device. Without priors the data alone must determine them.
  public init(
    nominal: ScreenGeometry, free: Set<GeometryParameter> = Set(GeometryParameter.allCases), priors: GeometryPriors?
  ) {
    self.nominal = nominal
    self.free = free
    self.priors = priors
  }

  /// Fits the fixations of a recording. `tally`, where given, explains why there are none.
  ///
  /// - Throws: `GeometryFitFailure`: what is missing, and how to record it.
  public func fit(
    _ fixations: [Fixation], tally: FixationFinder.Tally? = nil
  ) throws(GeometryFitFailure) -> GeometryEstimate {
    try check(fixations, tally: tally)
    let participants = Set(fixations.map(\.participant)).sorted()
    let index = Dictionary(uniqueKeysWithValues: participants.enumerated().map { ($1, $0) })
    let problem = GeometryProblem(
      model: AngularModel(fixations, points: nominal.points, people: index), nominal: nominalParameters, free: free,
      priors: priors, personCount: participants.count)
    try checkIsDefined(problem, at: problem.start, fixations)
    let solved = try solve(problem)
    try checkIsDefined(problem, at: solved.x, fixations)
    let (geometry, people) = try values(problem, at: solved.x, participants: participants)

    let uncertainty = solved.uncertainty
    let identifiability = Identifiability(
      columns: problem.columns, information: uncertainty.dataInformation, spans: ViewingSpans(fixations),
      participants: participants)
    let square = problem.residuals(at: solved.x).reduce(0) { $0 + $1 * $1 }
    return GeometryEstimate(
      geometry: geometry, people: people,
      parameters: parameters(
        problem, at: solved.x, uncertainty: uncertainty, identifiability: identifiability, participants: participants),
      unidentified: identifiability.statements, condition: uncertainty.condition, stop: solved.stop.rawValue,
      iterations: solved.iterations, residualRMS: (square / Double(fixations.count)).squareRoot(),
      sigma: problem.sigma, fixations: fixations.count)
  }

  /// Root mean square residual angle √(Δyaw² + Δpitch²) of fixations under a given calibration, degrees: the error
  /// on data that a fit has not seen. People who are not in `people` count as uncalibrated. nil without fixations, or
  /// where a target lies behind a face.
  public static func residualRMS(
    of fixations: [Fixation], geometry: ScreenGeometry, people: [Int: PersonCalibration]
  ) -> Double? {
    let participants = Set(fixations.map(\.participant)).sorted()
    let index = Dictionary(uniqueKeysWithValues: participants.enumerated().map { ($1, $0) })
    let model = AngularModel(fixations, points: geometry.points, people: index)
    let parameters = participants.map { Self.modelParameters(geometry, people[$0] ?? .none) }
    var sum = 0.0
    for look in model.looks {
      let prediction = model.predict(look, parameters[look.person])
      guard prediction.isDefined else { return nil }
      let (yaw, pitch) = (look.measured.x - prediction.yaw, look.measured.y - prediction.pitch)
      sum += yaw * yaw + pitch * pitch
    }
    guard !model.looks.isEmpty, sum.isFinite else { return nil }
    return (sum / Double(model.looks.count)).squareRoot()
  }

  static func modelParameters(_ geometry: ScreenGeometry, _ person: PersonCalibration) -> ModelParameters {
    SIMD8(
      geometry.metres.x * 100, geometry.metres.y * 100, geometry.camera.x * 100, geometry.camera.y * 100,
      person.gazeOffset.towardsX.degrees, person.gazeOffset.up.degrees, person.gain.x, person.gain.y)
  }

  private var nominalParameters: ModelParameters { Self.modelParameters(nominal, .none) }
}

// MARK: The rounds

extension GeometryFit {
  private struct Solved {
    var x: [Double]
    var stop: LeastSquares.Stop
    var iterations: Int
    var uncertainty: GeometryUncertainty
  }

  /// Smallest sigma, degrees: data without noise would otherwise weigh infinitely.
  private static let smallestSigma = 1e-9
  /// Rounds of fit and new sigma; three are enough but where priors pull against data almost without noise.
  private static let mostRounds = 6

  private func solve(_ problem: GeometryProblem) throws(GeometryFitFailure) -> Solved {
    var options = LeastSquares.Options()
    // QR costs n·p² in GSL's unblocked code; with priors Cholesky loses no digit that matters.
    let work = Double(problem.dataRows) * Double(problem.columns.count) * Double(problem.columns.count)
    options.solver = work > 1e6 ? .cholesky : .qr
    options.xTolerance = 1e-11
    options.gTolerance = 1e-11
    options.maximumIterations = 100
    options.wantsCovariance = false
    var x = problem.start
    var iterations = 0
    var round = 1
    problem.sigma = 1
    while true {
      let solution = try Self.solution(problem, from: x, options: options)
      x = solution.x
      iterations += solution.iterations
      let uncertainty = GeometryUncertainty(problem, at: x)
      let square = problem.residuals(at: x).reduce(0) { $0 + $1 * $1 }
      let freedom = max(Double(problem.dataRows) - uncertainty.effectiveParameters, 1)
      let sigma = max((square / freedom).squareRoot(), Self.smallestSigma)
      let isSettled = abs(sigma / problem.sigma - 1) < 0.01
      problem.sigma = sigma
      if isSettled || round == Self.mostRounds {
        return Solved(
          x: x, stop: solution.stop, iterations: iterations, uncertainty: GeometryUncertainty(problem, at: x))
      }
      round += 1
    }
  }

  private static func solution(
    _ problem: GeometryProblem, from x: [Double], options: LeastSquares.Options
  ) throws(GeometryFitFailure) -> LeastSquaresSolution {
    do throws(LeastSquaresFailure) {
      return try LeastSquares.solve(problem.leastSquares(), from: x, options: options)
    } catch {
      // Cholesky stops at a singular JᵀJ; QR steps along what is determined.
      var options = options
      guard options.solver == .cholesky else { throw .solver(error) }
      options.solver = .qr
      do throws(LeastSquaresFailure) {
        return try LeastSquares.solve(problem.leastSquares(), from: x, options: options)
      } catch {
        throw .solver(error)
      }
    }
  }

  private func values(
    _ problem: GeometryProblem, at x: [Double], participants: [Int]
  ) throws(GeometryFitFailure) -> (ScreenGeometry, [Int: PersonCalibration]) {
    let device = problem.parameters(of: 0, at: x)
    guard device[0] > 0, device[1] > 0, x.allSatisfy(\.isFinite) else {
      throw .implausible("a screen of \(device[0] * 10) × \(device[1] * 10) mm")
    }
    // What is not free stays the same to the last bit.
    func value(_ parameter: GeometryParameter, orNominal nominal: Double) -> Double {
      free.contains(parameter) ? device[parameter.index] / 100 : nominal
    }
    let geometry = ScreenGeometry(
      points: nominal.points,
      metres: SIMD2(
        value(.screenWidth, orNominal: nominal.metres.x), value(.screenHeight, orNominal: nominal.metres.y)),
      camera: SIMD2(value(.cameraX, orNominal: nominal.camera.x), value(.cameraY, orNominal: nominal.camera.y)))
    var people: [Int: PersonCalibration] = [:]
    for (i, participant) in participants.enumerated() {
      let p = problem.parameters(of: i, at: x)
      guard p[6] > 0, p[7] > 0 else {
        throw .implausible("a gain of (\(p[6]), \(p[7])) for participant \(participant)")
      }
      people[participant] = PersonCalibration(
        gazeOffset: Kappa(towardsX: p[4].radians, up: p[5].radians), gain: SIMD2(p[6], p[7]))
    }
    return (geometry, people)
  }
}

// MARK: Report

extension GeometryFit {
  /// From this many fixations on the sandwich is trusted alone; with fewer the larger of the two errors counts.
  private static let enoughClusters = 20

  private func parameters(
    _ problem: GeometryProblem, at x: [Double], uncertainty: GeometryUncertainty, identifiability: Identifiability,
    participants: [Int]
  ) -> [CalibrationFile.Parameter] {
    let clusters = problem.dataRows / 2
    let freedom = max(
      min(Double(clusters - 1), Double(problem.dataRows) - uncertainty.effectiveParameters), 1)
    let quantile = GSL.studentQuantile(0.975, freedom: freedom)
    let sharedQuantile =
      uncertainty.isClusteredByPerson
      ? GSL.studentQuantile(0.975, freedom: Double(participants.count - 1)) : quantile
    return problem.columns.enumerated().map { i, column in
      let perUnit = column.parameter.internalPerUnit
      // Where viewing conditions confound two parameters and no prior holds them, a small error is an accident.
      let hasError = column.priorSigma != nil || !identifiability.isConfounded[i]
      let model = hasError ? uncertainty.standardErrors[i] : nil
      let robust = hasError ? uncertainty.robustStandardErrors[i] : nil
      let value = x[i] / perUnit
      // What was learned of the device is what the scatter between people leaves of it.
      let posterior =
        column.person == nil && uncertainty.isClusteredByPerson
        ? model.flatMap { model in robust.map { max(model, $0) } } : model
      let interval = model.flatMap { model in
        robust.map { robust in
          let error = (clusters >= Self.enoughClusters ? robust : max(model, robust)) / perUnit
          let reach = (column.person == nil ? sharedQuantile : quantile) * error
          return [value - reach, value + reach]
        }
      }
      return CalibrationFile.Parameter(
        name: column.parameter.rawValue, participant: column.person.map { participants[$0] },
        unit: column.parameter.unit, value: value, priorSigma: column.priorSigma.map { $0 / perUnit },
        standardError: model.map { $0 / perUnit }, robustStandardError: robust.map { $0 / perUnit }, ci95: interval,
        learned: posterior.flatMap { posterior in
          column.priorSigma.map { max(1 - (posterior / $0) * (posterior / $0), 0) }
        },
        identified: identifiability.isIdentified[i])
    }
  }
}
