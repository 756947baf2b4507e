/// Knowledge of a parameter before the data: normal, `mean` ± `sigma` in the parameter's unit.
package struct NormalPrior: Sendable, Equatable {
  /// Index in x.
  package let parameter: Int
  /// Most likely value.
  package let mean: Double
  /// Standard deviation, positive.
  package let sigma: Double

  /// A prior; nil if sigma is not positive or a number is not finite.
  package init?(_ parameter: Int, mean: Double, sigma: Double) {
    guard parameter >= 0, mean.isFinite, sigma > 0, sigma.isFinite else { return nil }
    self.parameter = parameter
    self.mean = mean
    self.sigma = sigma
  }
}

extension LeastSquaresProblem {
  /// The same problem with one more row per prior, (x − mean)/sigma with weight 1. Its minimum is the posterior's mode,
  /// if the other rows times √w are in units of their noise.
  ///
  /// - Parameter priors: priors of parameters of this problem; others are ignored.
  package func adding(_ priors: [NormalPrior]) -> LeastSquaresProblem {
    let (n, p) = (residualCount, parameterCount)
    let priors = priors.filter { $0.parameter < p }
    // The inner closures get arrays of the length that they expect.
    var rows = [Double](repeating: 0, count: n)
    var slopes = Matrix(rows: jacobian == nil ? 0 : n, columns: p)
    return LeastSquaresProblem(
      parameterCount: p, residualCount: n + priors.count,
      weights: weights.map { $0 + priors.map { _ in 1 } },
      residuals: { x, r in
        residuals(x, &rows)
        r.replaceSubrange(..<n, with: rows)
        for (k, prior) in priors.enumerated() { r[n + k] = (x[prior.parameter] - prior.mean) / prior.sigma }
      },
      jacobian: jacobian.map { jacobian in
        { x, j in
          jacobian(x, &slopes)
          j.values.replaceSubrange(..<(n * p), with: slopes.values)
          for (k, prior) in priors.enumerated() { j[n + k, prior.parameter] = 1 / prior.sigma }
        }
      })
  }
}
