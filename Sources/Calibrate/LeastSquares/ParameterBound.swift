import GazePipeline

/// Where a parameter may be, kept by solving for another number u that may be anywhere (as MINUIT does):
///
///     free                  x = u
///     above(l)              x = l − 1 + √(u² + 1)
///     below(h)              x = h + 1 − √(u² + 1)
///     between(l, h)         x = l + (h − l)·(1 + sin u)/2
///
/// The slope dx/du is 0 on a bound, so a start there would never leave: starts are moved a thousandth inside. A fit that
/// ends on a bound says so and has no covariance, since it has no ellipse there. Prefer a prior: bounds are for what has
/// no meaning beyond (a negative length).
package enum ParameterBound: Sendable, Equatable {
  case free
  case above(Double)
  case below(Double)
  case between(Double, Double)

  /// x of u.
  package func value(_ u: Double) -> Double {
    switch self {
    case .free: u
    case .above(let low): low + Self.over(u)
    case .below(let high): high - Self.over(u)
    case .between(let low, let high): low + (high - low) * (1 + Elementary.sin(u)) / 2
    }
  }

  /// dx/du.
  package func slope(_ u: Double) -> Double {
    switch self {
    case .free: 1
    case .above: u / (u * u + 1).squareRoot()
    case .below: -u / (u * u + 1).squareRoot()
    case .between(let low, let high): (high - low) * Elementary.cos(u) / 2
    }
  }

  /// A u of x, or of the nearest x that is a thousandth of the range (of 1, where there is one bound) inside.
  package func inner(_ x: Double) -> Double {
    switch self {
    case .free: return x
    case .above(let low): return Self.under(x - low)
    case .below(let high): return Self.under(high - x)
    case .between(let low, let high):
      guard high > low else { return 0 }
      let share = min(max((x - low) / (high - low), 1e-3), 1 - 1e-3)
      return Elementary.asin(2 * share - 1)
    }
  }

  /// Is x on the bound, to a millionth of the range (of 1, where there is one bound)?
  package func isOnBound(_ x: Double) -> Bool {
    switch self {
    case .free: false
    case .above(let low): x - low < 1e-6
    case .below(let high): high - x < 1e-6
    case .between(let low, let high): min(x - low, high - x) < 1e-6 * (high - low)
    }
  }

  /// √(u² + 1) − 1 without cancellation.
  private static func over(_ u: Double) -> Double { u * u / (1 + (u * u + 1).squareRoot()) }

  private static func under(_ distance: Double) -> Double {
    let distance = max(distance, 1e-3)
    return (distance * (distance + 2)).squareRoot()
  }
}

/// A fit within bounds.
package struct BoundedSolution: Sendable {
  /// Where the fit ended: x, residuals, cost and stop.
  package let solution: LeastSquaresSolution
  /// Indices of the parameters that ended on a bound.
  package let onBound: [Int]
}

extension LeastSquaresSolver {
  /// Solves with a bound a parameter.
  ///
  /// - Throws: as `solve`; and where the bounds are not one a parameter.
  package mutating func solve(
    _ problem: LeastSquaresProblem, from start: [Double], within bounds: [ParameterBound]
  ) throws(LeastSquaresError) -> BoundedSolution {
    guard bounds.count == problem.parameterCount, start.count == bounds.count else {
      throw .shape("\(bounds.count) bounds and \(start.count) numbers for \(problem.parameterCount) parameters")
    }
    func x(_ u: [Double]) -> [Double] { zip(bounds, u).map { $0.value($1) } }
    let inner = LeastSquaresProblem(
      parameterCount: problem.parameterCount, residualCount: problem.residualCount, weights: problem.weights,
      residuals: { u, r in problem.residuals(x(u), &r) },
      jacobian: problem.jacobian.map { jacobian in
        { u, j in
          jacobian(x(u), &j)
          let slopes = zip(bounds, u).map { $0.slope($1) }
          for row in 0..<j.rows { for k in 0..<j.columns { j[row, k] *= slopes[k] } }
        }
      })
    let found = try solve(inner, from: zip(bounds, start).map { $0.inner($1) })
    let slopes = zip(bounds, found.x).map { $0.slope($1) }
    let place = x(found.x)
    let onBound = place.indices.filter { bounds[$0].isOnBound(place[$0]) }
    return BoundedSolution(
      solution: found.moved(to: place, slopes: slopes, keepsCovariance: onBound.isEmpty), onBound: onBound)
  }
}

extension LeastSquares {
  /// One fit within bounds; see `ParameterBound`.
  package static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], within bounds: [ParameterBound], options: Options = Options()
  ) throws(LeastSquaresError) -> BoundedSolution {
    var solver = LeastSquaresSolver(options: options)
    return try solver.solve(problem, from: start, within: bounds)
  }
}

extension LeastSquaresSolution {
  /// The same in x instead of u, with dx/du.
  fileprivate func moved(to x: [Double], slopes: [Double], keepsCovariance: Bool) -> LeastSquaresSolution {
    var (jacobian, covariance) = (jacobian, keepsCovariance ? covariance : nil)
    for row in 0..<jacobian.rows {
      for k in slopes.indices { jacobian[row, k] = slopes[k] == 0 ? 0 : jacobian[row, k] / slopes[k] }
    }
    for i in slopes.indices { for k in slopes.indices { covariance?[i, k] *= slopes[i] * slopes[k] } }
    return LeastSquaresSolution(
      x: x, residuals: residuals, jacobian: jacobian, covariance: covariance, cost: cost, iterations: iterations,
      evaluations: evaluations, reciprocalCondition: reciprocalCondition, rank: rank, stop: stop, method: method,
      undefinedResiduals: undefinedResiduals)
  }
}
