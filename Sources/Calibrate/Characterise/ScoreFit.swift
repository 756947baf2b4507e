import GazePipeline

/// Maximum likelihood from independent clusters: damped steps on the outer product of their scores (Berndt, Hall, Hall &
/// Hausman 1974; Levenberg 1944), and the sandwich H⁻¹ J H⁻¹ as covariance (Huber 1967), which is right where the
/// model's shape is only nearly so.
struct ScoreFit: Sendable {
  /// The maximiser.
  let x: [Double]
  /// Of x; nil where the data do not determine it.
  let covariance: Matrix?
  let logLikelihood: Double
  /// Clusters less parameters, at least 1.
  let freedom: Double
  let isConverged: Bool

  /// Maximises Σ `log(x)[cluster]` + `prior(x)` within `bounds`.
  ///
  /// - Parameter log: the clusters' log-likelihoods at x, always as many.
  init(
    from start: [Double], bounds: [ClosedRange<Double>], prior: (mean: [Double], weight: [Double]),
    log: (_ x: [Double]) -> [Double]
  ) {
    func clamped(_ x: [Double]) -> [Double] {
      zip(x, bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
    }
    func penalty(_ x: [Double]) -> Double {
      x.indices.reduce(0) { $0 - 0.5 * prior.weight[$1] * (x[$1] - prior.mean[$1]) * (x[$1] - prior.mean[$1]) }
    }
    func value(_ x: [Double]) -> Double { log(x).reduce(0, +) + penalty(x) }
    /// Scores, cluster by cluster, by central differences.
    func scores(_ x: [Double]) -> [[Double]] {
      x.indices.map { j in
        let step = 1e-3
        var (up, down) = (x, x)
        up[j] += step
        down[j] -= step
        return zip(log(up), log(down)).map { ($0 - $1) / (2 * step) }
      }
    }
    func gradient(_ scores: [[Double]], _ x: [Double]) -> [Double] {
      x.indices.map { scores[$0].reduce(0, +) - prior.weight[$0] * (x[$0] - prior.mean[$0]) }
    }
    func outer(_ scores: [[Double]]) -> Matrix {
      var product = Matrix(rows: scores.count, columns: scores.count)
      for i in scores.indices {
        for j in 0...i {
          product[i, j] = zip(scores[i], scores[j]).reduce(0) { $0 + $1.0 * $1.1 }
          product[j, i] = product[i, j]
        }
      }
      return product
    }
    var x = clamped(start)
    var best = value(x)
    var damping = 1e-2
    var isConverged = false
    var current = scores(x)
    for _ in 0..<60 {
      let slope = gradient(current, x)
      var curvature = outer(current)
      for i in x.indices { curvature[i, i] += prior.weight[i] }
      var moved = false
      for _ in 0..<8 {
        var damped = curvature
        for i in x.indices { damped[i, i] = damped[i, i] * (1 + damping) + 1e-6 }
        guard let inverse = damped.inverse else { break }
        let step = inverse.times(slope)
        // Far from the maximum the outer product overrates the curvature, so a step that helps is doubled.
        var (length, gained) = (1.0, 0.0)
        while length < 1e6 {
          let candidate = clamped(zip(x, step).map { $0 + min(max(length * $1, -1.5), 1.5) })
          let found = value(candidate)
          guard found > best else { break }
          gained += found - best
          (x, best, moved) = (candidate, found, true)
          length *= 2
        }
        if moved {
          damping = max(damping / 5, 1e-4)
          if gained < 1e-3 { isConverged = true }
          break
        }
        damping *= 6
      }
      if !moved { isConverged = true }
      current = scores(x)
      if isConverged { break }
    }
    // The Hessian, from the change of the gradient.
    let here = gradient(current, x)
    var hessian = Matrix(rows: x.count, columns: x.count)
    for j in x.indices {
      let step = 2e-2
      var moved = x
      moved[j] += step
      let there = gradient(scores(moved), moved)
      for i in x.indices { hessian[i, j] = -(there[i] - here[i]) / step }
    }
    for i in x.indices {
      for j in 0..<i {
        let mean = (hessian[i, j] + hessian[j, i]) / 2
        hessian[i, j] = mean
        hessian[j, i] = mean
      }
    }
    // Scores at the fitted maximum are too small, as residuals are, by a factor of clusters − parameters.
    let clusters = Double(current.first?.count ?? 0)
    freedom = max(clusters - Double(x.count), 1)
    var middle = outer(current)
    for i in middle.values.indices { middle.values[i] *= clusters / freedom }
    for i in x.indices { middle[i, i] += prior.weight[i] }
    self.x = x
    // Where the maximum is flat or at a bound, the outer product stands for the curvature.
    covariance = (hessian.inverse.map { $0.times(middle).times($0) } ?? middle.inverse)
      .flatMap { $0.diagonal.allSatisfy { $0 > 0 && $0.isFinite } ? $0 : nil }
    logLikelihood = best
    self.isConverged = isConverged
  }
}

extension Matrix {
  /// Of a symmetric positive definite matrix; nil for any other.
  var inverse: Matrix? {
    let scale = diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : .nan }
    guard scale.allSatisfy(\.isFinite) else { return nil }
    var scaled = self
    for i in 0..<rows { for j in 0..<columns { scaled[i, j] *= scale[i] * scale[j] } }
    guard let eigen = SymmetricEigen(scaled), let least = eigen.values.first, least > 1e-12 else { return nil }
    var inverse = Matrix(rows: rows, columns: columns)
    for (value, vector) in zip(eigen.values, eigen.vectors) {
      for i in 0..<rows { for j in 0..<columns { inverse[i, j] += vector[i] * vector[j] / value } }
    }
    for i in 0..<rows { for j in 0..<columns { inverse[i, j] *= scale[i] * scale[j] } }
    return inverse
  }
}
