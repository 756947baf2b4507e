package import GazePipeline

/// The fit of one person on a device whose geometry is known: a few parameters, solved by damped Gauss–Newton steps on
/// the normal equations.
///
///     (JᵀJ + P + λ·diag) · dx = −(Jᵀr + P·(x − start)),   P the priors' precision
///
/// λ is 0 until a step fails to lower the cost; then it grows until one does, so no step raises the cost by more than
/// its rounding error. The model is almost linear in these parameters, so a few steps reach the accuracy of rounding.
package struct PersonProblem: FixationProblem, Sendable {
  package struct Column: Sendable {
    package var parameter: GeometryParameter
    /// Index of the session to which the parameter belongs; nil for a parameter of the person.
    package var session: Int?
    /// Value at the start, the centre of its prior, in the fit's units.
    package var start: Double
    /// 1/σ² of the prior; 0 without one.
    package var precision: Double

    package init(parameter: GeometryParameter, session: Int? = nil, start: Double, precision: Double) {
      self.parameter = parameter
      self.session = session
      self.start = start
      self.precision = precision
    }
  }

  private let model: AngularModel
  private let nominal: ModelParameters
  private let columns: [Column]
  private let groups: [(places: Range<Int>, fixations: FourFixations)]
  package let wantsExactSigma = true
  package var sigma = 1.0
  package var weights: [Double]
  package var fixationsOfPerson: [[Int]] { [Array(model.fixations.indices)] }
  package var start: [Double] { columns.map(\.start) }

  /// A problem whose parameters are those of `columns`; all others keep their nominal values.
  package init(model: AngularModel, nominal: ModelParameters, columns: [Column]) {
    self.model = model
    self.nominal = nominal
    self.columns = columns
    groups = FourFixations.groups(model.fixations, of: model)
    weights = [Double](repeating: 1, count: model.fixations.count)
  }

  /// Model parameters at x, in a session.
  package func parameters(at x: [Double], session: Int = 0) -> ModelParameters {
    var p = nominal
    for (column, value) in zip(columns, x) where column.session ?? session == session { p[column.parameter] = value }
    return p
  }

  package func residual(of look: Int, at x: [Double]) -> Vector2? {
    let look = model.fixations[look]
    let point = AngularModel.Point(parameters(at: x, session: look.session))
    var prediction = FourPredictions()
    AngularModel.predict(FourFixations([look], of: model), point, into: &prediction)
    return prediction.isDefined[0] ? look.measured - SIMD2(prediction.yaw[0], prediction.pitch[0]) : nil
  }

  package func squaredResiduals(at x: [Double]) -> Double {
    weights.indices.reduce(0) { sum, look in
      let r = residual(of: look, at: x) ?? SIMD2(repeating: AngularModel.undefinedResidual)
      return sum + weights[look] * (r * r).sum()
    }
  }

  package func effectiveParameters(at x: [Double]) -> Double {
    guard let variances = variances(at: x) else { return Double(columns.count) }
    return zip(variances, columns).reduce(0) { $0 + max(1 - $1.0 * $1.1.precision, 0) }
  }

  /// Variance of each parameter, in the fit's units, if fixations are independent; nil if the data leave a parameter
  /// undetermined.
  package func variances(at x: [Double]) -> [Double]? {
    let normal = normal(at: x)
    guard let factor = Cholesky(normal.matrix) else { return nil }
    return columns.indices.map { i in
      factor.solution(of: columns.indices.map { $0 == i ? 1 : 0 })[i]
    }
  }

  // MARK: Steps

  private struct Normal {
    var matrix: [[Double]]
    var gradient: [Double]
    var cost: Double
  }

  private static let mostSteps = 100

  package func solution(from start: [Double]) -> FixationSolution {
    var (x, normal, damping) = (start, normal(at: start), 0.0)
    for step in 1...Self.mostSteps {
      guard let change = change(normal, damping) else {
        damping = max(10 * damping, 1e-3)
        continue
      }
      let next = zip(x, change).map { $0 - $1 }
      let isSmall = zip(x, change).allSatisfy { abs($1) <= 1e-11 * max(abs($0), 1) }
      let candidate = self.normal(at: next)
      // If two costs are equal but for rounding, either may be the larger.
      if candidate.cost <= normal.cost * (1 + 1e-13) {
        (x, normal) = (next, candidate)
        damping = damping > 1e-6 ? damping / 10 : 0
        if isSmall { return FixationSolution(x: x, stop: .smallStep, iterations: step) }
      } else if isSmall {
        return FixationSolution(x: x, stop: .noDescent, iterations: step)
      } else {
        damping = max(10 * damping, 1e-3)
      }
    }
    return FixationSolution(x: x, stop: .iterationLimit, iterations: Self.mostSteps)
  }

  private func change(_ normal: Normal, _ damping: Double) -> [Double]? {
    var matrix = normal.matrix
    // A parameter without effect has a zero on the diagonal; a share of the largest element holds it.
    let floor = 1e-12 * (matrix.indices.map { matrix[$0][$0] }.max() ?? 0)
    for i in matrix.indices { matrix[i][i] += damping * max(matrix[i][i], floor) }
    return Cholesky(matrix)?.solution(of: normal.gradient)
  }

  /// Normal equations and cost at x, with the priors, in units of sigma.
  private func normal(at x: [Double]) -> Normal {
    let count = columns.count
    var normal = Normal(
      matrix: [[Double]](repeating: [Double](repeating: 0, count: count), count: count),
      gradient: [Double](repeating: 0, count: count), cost: 0)
    for (i, column) in columns.enumerated() {
      let off = x[i] - column.start
      normal.matrix[i][i] = column.precision
      normal.gradient[i] = column.precision * off
      normal.cost += column.precision * off * off
    }
    var (point, session) = (AngularModel.Point(nominal), -1)
    var predictions = FourPredictions()
    for (places, fixations) in groups {
      if model.fixations[places.lowerBound].session != session {
        session = model.fixations[places.lowerBound].session
        point = AngularModel.Point(parameters(at: x, session: session))
      }
      AngularModel.predict(fixations, point, into: &predictions)
      for (lane, place) in places.enumerated() where weights[place] > 0 {
        add(lane, of: predictions, model.fixations[place], weights[place] / (sigma * sigma), to: &normal)
      }
    }
    for i in 0..<count { for j in 0..<i { normal.matrix[j][i] = normal.matrix[i][j] } }
    return normal
  }

  /// Adds one fixation's rows, of weight `scale`, to the lower triangle.
  private func add(
    _ lane: Int, of predictions: FourPredictions, _ look: AngularModel.Look, _ scale: Double, to normal: inout Normal
  ) {
    guard predictions.isDefined[lane] else {
      normal.cost += scale * 2 * AngularModel.undefinedResidual * AngularModel.undefinedResidual
      return
    }
    let r = look.measured - SIMD2(predictions.yaw[lane], predictions.pitch[lane])
    normal.cost += scale * (r * r).sum()
    let slopes = columns.map { column -> Vector2 in
      guard column.session ?? look.session == look.session else { return .zero }
      let place = column.parameter.index
      return SIMD2(predictions.slopes[place][lane], predictions.slopes[FourPredictions.places + place][lane])
    }
    for i in columns.indices {
      normal.gradient[i] -= scale * (slopes[i] * r).sum()
      for j in 0...i { normal.matrix[i][j] += scale * (slopes[i] * slopes[j]).sum() }
    }
  }
}

/// Factor L of a positive definite matrix A = L·Lᵀ.
private struct Cholesky {
  var lower: [[Double]]

  /// nil for a matrix that is not positive definite, up to rounding.
  init?(_ matrix: [[Double]]) {
    lower = matrix
    for j in matrix.indices {
      for i in j..<matrix.count {
        var sum = matrix[i][j]
        for k in 0..<j { sum -= lower[i][k] * lower[j][k] }
        if i == j {
          guard sum.isFinite, sum > 1e-13 * matrix[j][j] else { return nil }
          lower[j][j] = sum.squareRoot()
        } else {
          lower[i][j] = sum / lower[j][j]
        }
      }
    }
  }

  /// x of A·x = b.
  func solution(of b: [Double]) -> [Double] {
    var x = b
    for i in x.indices {
      for k in 0..<i { x[i] -= lower[i][k] * x[k] }
      x[i] /= lower[i][i]
    }
    for i in x.indices.reversed() {
      for k in (i + 1)..<x.count { x[i] -= lower[k][i] * x[k] }
      x[i] /= lower[i][i]
    }
    return x
  }
}
