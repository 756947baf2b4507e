import GazePipeline

/// Maximum likelihood from independent clusters: damped steps on the outer product of their scores (Berndt, Hall, Hall
/// & Hausman 1974; Levenberg 1944). The covariance is the sandwich H⁻¹ J H⁻¹ (Huber 1967), which remains valid if the
/// model is only approximately correct.
struct ScoreFit {
  let x: [Double]
  /// Covariance of x; nil where the data do not determine it.
  let covariance: Matrix?
  let logLikelihood: Double
  /// Number of clusters minus number of parameters, at least 1.
  let freedom: Double
  let isConverged: Bool

  /// Maximises Σ `log(x)[cluster]` + `prior(x)` within `bounds`.
  ///
  /// - Parameter log: the clusters' log-likelihoods at x, always the same number of them.
  init(
    from start: [Double], bounds: [ClosedRange<Double>], prior: (mean: [Double], weight: [Double]),
    log: @escaping (_ x: [Double]) -> [Double]
  ) {
    let likelihood = ScoredLikelihood(bounds: bounds, prior: prior, log: log)
    let maximum = likelihood.maximum(from: start)
    (x, logLikelihood, isConverged) = (maximum.x, maximum.value, maximum.isConverged)
    freedom = max(Double(maximum.scores.first?.count ?? 0) - Double(x.count), 1)
    covariance = likelihood.covariance(at: maximum.x, maximum.scores, freedom: freedom)
  }
}

/// A penalised likelihood of independent clusters, with its scores by central differences.
private struct ScoredLikelihood {
  let bounds: [ClosedRange<Double>]
  let prior: (mean: [Double], weight: [Double])
  let log: (_ x: [Double]) -> [Double]

  /// State of a search. The scores are by cluster, one row per parameter.
  struct Maximum {
    var x: [Double]
    var value: Double
    var scores: [[Double]]
    var isConverged = false
  }

  func maximum(from start: [Double]) -> Maximum {
    let x = clamped(start)
    var found = Maximum(x: x, value: value(x), scores: scores(x))
    var damping = 1e-2
    for _ in 0..<60 where !found.isConverged {
      found.isConverged = climb(&found, &damping) < 1e-3
      found.scores = scores(found.x)
    }
    return found
  }

  /// One damped step, and the likelihood that it gains; the damping grows until the step helps.
  private func climb(_ found: inout Maximum, _ damping: inout Double) -> Double {
    let slope = gradient(found.scores, found.x)
    var curvature = outer(found.scores)
    for i in found.x.indices { curvature[i, i] += prior.weight[i] }
    for _ in 0..<8 {
      var damped = curvature
      for i in found.x.indices { damped[i, i] = damped[i, i] * (1 + damping) + 1e-6 }
      guard let inverse = damped.inverse else { break }
      if let gained = advance(&found, along: inverse.times(slope)) {
        damping = max(damping / 5, 1e-4)
        return gained
      }
      damping *= 6
    }
    return 0
  }

  /// Moves along a step as far as the likelihood grows; nil if it does not grow. Far from the maximum the outer product
  /// overestimates the curvature, so a step that helps is doubled.
  private func advance(_ found: inout Maximum, along step: [Double]) -> Double? {
    var (length, gained, moved) = (1.0, 0.0, false)
    while length < 1e6 {
      let candidate = clamped(zip(found.x, step).map { $0 + min(max(length * $1, -1.5), 1.5) })
      let value = value(candidate)
      guard value > found.value else { break }
      gained += value - found.value
      (found.x, found.value, moved) = (candidate, value, true)
      length *= 2
    }
    return moved ? gained : nil
  }

  /// The sandwich; nil where the data do not determine x.
  func covariance(at x: [Double], _ scores: [[Double]], freedom: Double) -> Matrix? {
    // Scores at the fitted maximum are too small, as residuals are: their outer product is too small by the factor
    // (clusters − parameters)/clusters.
    let clusters = Double(scores.first?.count ?? 0)
    var middle = outer(scores)
    for i in middle.values.indices { middle.values[i] *= clusters / freedom }
    for i in x.indices { middle[i, i] += prior.weight[i] }
    // At a flat maximum or at a bound, the outer product replaces the Hessian.
    let covariance = hessian(at: x, scores).inverse.map { $0.times(middle).times($0) } ?? middle.inverse
    return covariance.flatMap { $0.diagonal.allSatisfy { $0 > 0 && $0.isFinite } ? $0 : nil }
  }

  /// Hessian from differences of the gradient, made symmetric.
  private func hessian(at x: [Double], _ scores: [[Double]]) -> Matrix {
    let here = gradient(scores, x)
    var hessian = Matrix(square: x.count)
    for j in x.indices {
      let step = 2e-2
      var moved = x
      moved[j] += step
      let there = gradient(self.scores(moved), moved)
      for i in x.indices { hessian[i, j] = -(there[i] - here[i]) / step }
    }
    return hessian.symmetrised
  }

  private func clamped(_ x: [Double]) -> [Double] {
    zip(x, bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
  }

  private func value(_ x: [Double]) -> Double {
    let penalty = x.indices.sum {
      -0.5 * prior.weight[$0] * (x[$0] - prior.mean[$0]) * (x[$0] - prior.mean[$0])
    }
    return log(x).reduce(0, +) + penalty
  }

  private func scores(_ x: [Double]) -> [[Double]] {
    x.indices.map { j in
      let step = 1e-3
      var (up, down) = (x, x)
      up[j] += step
      down[j] -= step
      return zip(log(up), log(down)).map { ($0 - $1) / (2 * step) }
    }
  }

  private func gradient(_ scores: [[Double]], _ x: [Double]) -> [Double] {
    x.indices.map { scores[$0].reduce(0, +) - prior.weight[$0] * (x[$0] - prior.mean[$0]) }
  }

  private func outer(_ scores: [[Double]]) -> Matrix {
    var product = Matrix(square: scores.count)
    for i in scores.indices { for j in scores.indices { product[i, j] = dot(scores[i], scores[j]) } }
    return product
  }
}
