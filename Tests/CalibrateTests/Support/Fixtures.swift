import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

extension SeededGenerator {
  /// Two standard normal numbers.
  mutating func normalPair() -> SIMD2<Double> { SIMD2(normal(), normal()) }
}

extension SyntheticSession {
  /// The same session of another participant.
  func of(_ participant: Int) -> SyntheticSession {
    SyntheticSession(geometry: geometry, person: person, participant: participant)
  }
}

extension GeometryFit {
  /// A fit around the synthetic phone's data sheet.
  init(free: Set<GeometryParameter> = GeometryParameter.standard, priors: GeometryPriors? = SyntheticSession.priors) {
    self.init(nominal: SyntheticSession.nominal, free: free, priors: priors)
  }
}

extension GeometryProblem {
  /// The problem of fixations on the synthetic phone, of the people 0, 1, ….
  convenience init(
    _ fixations: [Fixation], free: Set<GeometryParameter> = GeometryParameter.standard,
    priors: GeometryPriors? = SyntheticSession.priors
  ) {
    let people = (fixations.map(\.participant).max() ?? 0) + 1
    self.init(
      model: AngularModel(
        fixations, points: SyntheticSession.nominal.points,
        people: Dictionary(uniqueKeysWithValues: (0..<people).map { ($0, $0) })),
      nominal: ModelParameters(SyntheticSession.nominal, .none), free: free, priors: priors, personCount: people)
  }
}

extension GeometryPriors {
  /// The synthetic phone's priors, for people with several sessions.
  static var withSessions: GeometryPriors {
    var priors = SyntheticSession.priors
    priors.session = usualSession
    return priors
  }
}

extension FixationFinder.Tally {
  /// A tally of 100 frames with a change.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var tally = Self()
    tally.frames = 100
    change(&tally)
    return tally
  }
}

extension LeastSquaresProblem {
  func residuals(at x: [Double]) -> [Double] {
    var r = [Double].zeros(residualCount)
    residuals(x, &r)
    return r
  }

  /// Checks the Jacobian against central differences: to `tolerance` of each column's largest element, at least 1.
  func expectDerivatives(at x: [Double], step: Double, tolerance: Double) throws {
    var matrix = Matrix(rows: residualCount, columns: x.count)
    try #require(jacobian != nil)
    jacobian?(x, &matrix)
    for k in x.indices {
      var (up, down) = (x, x)
      up[k] += step
      down[k] -= step
      let numeric = zip(residuals(at: up), residuals(at: down)).map { ($0 - $1) / (2 * step) }
      let size = numeric.reduce(1) { max($0, abs($1)) }
      for row in numeric.indices {
        #expect(abs(numeric[row] - matrix[row, k]) <= tolerance * size, "row \(row), parameter \(k)")
      }
    }
  }
}

extension GeometryEstimate {
  /// The first person's parameter of this name.
  subscript(_ parameter: GeometryParameter) -> CalibrationFile.Parameter {
    parameters.first { $0.name == parameter.rawValue }!
  }
}

/// The true value of a parameter in its reported unit.
func truth(_ parameter: GeometryParameter, _ geometry: ScreenGeometry, _ person: PersonCalibration) -> Double {
  ModelParameters(geometry, person)[parameter.index] / parameter.internalPerUnit
}

extension GeometryProblem {
  /// Measured − predicted in degrees: yaw and pitch of each fixation in turn.
  func residuals(at x: [Double]) -> [Double] {
    model.looks.indices.flatMap { index in
      let r = residual(of: index, at: x) ?? SIMD2(repeating: AngularModel.undefinedResidual)
      return [r.x, r.y]
    }
  }
}
