import GazePipeline
import GazeRecording

@testable import Calibrate

/// Lower bound on the errors of any fit to given fixations, evaluated at the truth: standard deviations by the
/// Cramér–Rao bound, or with priors by the Bayesian one (Fisher information plus the priors' precision). It comes with
/// the error that a fit would make if the model were linear, −N⁻¹(Jᵀn + P(θ − nominal)), whose covariance is exactly
/// the bound. Comparing a fit's own error with this one shows, in few repeats, the effect of nonlinearity and of
/// estimated weights.
struct GeometryBound: Sendable {
  /// The truth behind one person's fixations.
  struct Person: Sendable {
    var calibration: PersonCalibration
    /// Drift that each session adds to the gaze offset, (towards x, up), radians.
    var drift: [SIMD2<Double>]
  }

  /// Standard deviations by column, in the order and units of `GeometryEstimate.parameters`.
  let standardErrors: [Double?]
  /// Errors of the linear fit.
  let linearErrors: [Double]
  /// True values.
  let values: [Double]
  /// Standard deviations of the pointer in the screen's middle by person, (yaw, pitch), degrees; below, the linear
  /// fit's errors.
  let pointerErrors: [SIMD2<Double>]
  let pointerLinearErrors: [SIMD2<Double>]
  private let functionals: [(own: Range<Int>, rows: [(device: [Double], own: [Double])])]
  private let units: [Double]

  /// - Parameters:
  ///   - people: one per participant, in the order of the numbers 0, 1, …
  ///   - sigma: standard deviation of a fixation's mean angle, radians.
  init(
    _ fit: GeometryFit, _ fixations: [Fixation], geometry: ScreenGeometry, people: [Person], sigma: Double
  ) {
    let index = Dictionary(uniqueKeysWithValues: people.indices.map { ($0, $0) })
    let problem = GeometryProblem(
      model: AngularModel(fixations, points: fit.nominal.points, people: index),
      nominal: ModelParameters(fit.nominal, .none), free: fit.freed, priors: fit.priors,
      personCount: people.count)
    problem.sigma = sigma.degrees
    let x = problem.columns.map { column in
      let person = column.person.map { people[$0] }
      let p = ModelParameters(geometry, person?.calibration ?? .none)
      guard let session = column.session, let person else { return p[column.parameter] }
      return (column.parameter == .driftH ? person.drift[session].x : person.drift[session].y).degrees
    }
    let normals = people.indices.map { problem.normal($0, at: x) }
    let inverse = ArrowInverse(problem, normals, adding: problem.columns.map(\.precision))
    func prior(_ i: Int) -> Double { problem.columns[i].precision * (x[i] - problem.columns[i].nominal) }
    var device = (0..<problem.deviceCount).map(prior)
    for normal in normals { for i in device.indices { device[i] += normal.deviceGradient[i] } }
    let own = normals.enumerated().map { person, normal in
      zip(normal.ownGradient, problem.ownColumns[person]).map { $0 + prior($1) }
    }
    let steps = inverse.solve(device: device, own: own)
    units = problem.columns.map(\.parameter.internalPerUnit)
    standardErrors = zip(inverse.deviations, units).map { error, unit in error.map { $0 / unit } }
    linearErrors = zip(steps, units).map { -$0 / $1 }
    values = zip(x, units).map { $0 / $1 }
    let functionals = people.indices.map { problem.pointer($0, at: x) }
    self.functionals = functionals.enumerated().map { (problem.ownColumns[$0], $1) }
    func pair(_ body: (Int, (device: [Double], own: [Double])) -> Double) -> [SIMD2<Double>] {
      functionals.enumerated().map { person, own in SIMD2(body(person, own[0]), body(person, own[1])) }
    }
    pointerErrors = pair { inverse.variance($0, device: $1.device, own: $1.own).squareRoot() }
    pointerLinearErrors = pair { person, v in
      let range = problem.ownColumns[person]
      let shared = zip(v.device, steps).reduce(0) { $0 + $1.0 * $1.1 }
      return -zip(v.own, steps[range]).reduce(shared) { $0 + $1.0 * $1.1 }
    }
  }

  /// Error of a person's pointer in the screen's middle for the fitted parameters `found` (in their units), to first
  /// order.
  func pointerError(_ person: Int, of found: [Double]) -> SIMD2<Double> {
    let steps = zip(zip(found, values), units).map { ($0.0 - $0.1) * $1 }
    let (own, rows) = functionals[person]
    let pair = rows.map { row in
      let shared = zip(row.device, steps).reduce(0) { $0 + $1.0 * $1.1 }
      return zip(row.own, steps[own]).reduce(shared) { $0 + $1.0 * $1.1 }
    }
    return SIMD2(pair[0], pair[1])
  }
}
