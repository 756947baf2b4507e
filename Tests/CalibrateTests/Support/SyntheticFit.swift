import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport

@testable import Calibrate

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
    model.fixations.indices.flatMap { index in
      let r = residual(of: index, at: x) ?? SIMD2(repeating: AngularModel.undefinedResidual)
      return [r.x, r.y]
    }
  }
}

extension GeometryFit {
  /// The error of a fit to fixations; nil for a success.
  func failure(_ fixations: [Fixation], tally: FixationFinder.Tally? = nil) -> GazeFitError? {
    do throws(GazeFitError) {
      _ = try fit(fixations, tally: tally)
      return nil
    } catch { return error }
  }
}
