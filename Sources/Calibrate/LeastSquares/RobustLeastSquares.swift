import GazePipeline

/// A solution with the weights that a robust loss gave the clusters.
struct RobustSolution {
  /// The weighted fit at the end; its covariance treats the weights as known.
  let solution: LeastSquaresSolution
  /// Weights, 0…1, one per cluster.
  let weights: [Double]
  /// Standard deviation of a row with weight 1, from the median length of the clusters' residuals.
  let scale: Double
  let rounds: Int
  /// False if the weights still changed in the last round.
  let isSettled: Bool
}

extension LeastSquaresSolver {
  /// Largest number of rounds of each loss.
  private static let mostRounds = 30
  /// Largest change of a weight that no longer counts.
  private static let settled = 1e-4

  /// Iteratively reweighted least squares (Holland & Welsch, Commun. Stat. A6, 1977) with one weight per *cluster* of
  /// rows: a fixation on another place than the target is wrong in all of its rows, but a single row may look normal.
  ///
  ///     |r_c|² = Σ wᵢ·rᵢ² over the cluster's k rows, with the problem's own weights
  ///     scale  = median of |r_c|/√(median of χ²_k), the smallest left out for the parameters as GSL's MAD does
  ///     z_c    = the normal deviate that is as rare as |r_c|/scale is for k rows
  ///     w_c    = GSL's weight of z_c
  ///
  /// Rows in no cluster (priors) keep their weight. The bisquare loss, which has many minima, starts from Huber's
  /// solution. Each round starts from the last position, in the same workspace.
  ///
  /// - Parameter clusters: rows of each cluster; clusters are disjoint.
  /// - Throws: as `solve`; also if a cluster is empty or reaches beyond the rows.
  mutating func solve(
    _ problem: LeastSquaresProblem, from start: [Double], clusters: [Range<Int>], loss: RobustLoss
  ) throws(LeastSquaresError) -> RobustSolution {
    guard clusters.allSatisfy({ !$0.isEmpty && $0.lowerBound >= 0 && $0.upperBound <= problem.residualCount }) else {
      throw .shape("clusters must be non-empty and lie within the \(problem.residualCount) rows")
    }
    var solution = try solve(problem, from: start)
    var weights = clusters.map { _ in 1.0 }
    var residuals: [Double] = .zeros(problem.residualCount)
    var scale = 0.0
    var rounds = 0
    var isSettled = clusters.isEmpty
    for loss in loss == .bisquare ? [.huber, .bisquare] : [loss] where !clusters.isEmpty {
      isSettled = false
      for _ in 0..<Self.mostRounds {
        problem.residuals(solution.x, &residuals)
        let lengths = ClusterLengths(residuals, problem.weights, clusters, parameters: solution.x.count)
        scale = lengths.scale
        let new = loss.weights(lengths.deviates)
        let change = zip(new, weights).reduce(0) { max($0, abs($1.0 - $1.1)) }
        weights = new
        isSettled = change < Self.settled
        if isSettled { break }
        solution = try solve(problem.weighed(weights, clusters), from: solution.x)
        rounds += 1
      }
    }
    return RobustSolution(solution: solution, weights: weights, scale: scale, rounds: rounds, isSettled: isSettled)
  }
}

extension LeastSquares {
  /// One robust fit; see `LeastSquaresSolver.solve(_:from:clusters:loss:)`.
  static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], clusters: [Range<Int>], loss: RobustLoss,
    options: Options = Options()
  ) throws(LeastSquaresError) -> RobustSolution {
    var solver = LeastSquaresSolver(options: options)
    return try solver.solve(problem, from: start, clusters: clusters, loss: loss)
  }
}

/// Normal deviate of each cluster's residual length, and the common scale.
private struct ClusterLengths {
  let scale: Double
  /// z_c ≥ 0; infinite if a residual is undefined, 0 everywhere if most residuals are 0.
  let deviates: [Double]

  init(_ residuals: [Double], _ weights: [Double]?, _ clusters: [Range<Int>], parameters: Int) {
    let squares = clusters.map { rows in
      rows.sum { row in
        let weight = weights?[row] ?? 1
        // A row without weight does not count, even if it is undefined.
        return weight == 0 ? 0 : weight * residuals[row] * residuals[row]
      }
    }.map { $0.isFinite ? $0 : .infinity }
    let rows = clusters.sum { $0.count }
    // Some of the smallest lengths are left out, since each fitted parameter makes one row's residual 0.
    let dropped = min(parameters * clusters.count / max(rows, 1), clusters.count - 1)
    var medians: [Int: Double] = [:]
    let lengths = zip(squares, clusters).map { square, rows in
      let median = medians[rows.count] ?? Distributions.chiSquareQuantile(0.5, freedom: Double(rows.count)).squareRoot()
      medians[rows.count] = median
      return square.squareRoot() / median
    }
    let scale = Quantiles.median(sorted: Array(lengths.sorted().dropFirst(dropped))) ?? 0
    self.scale = scale
    deviates = zip(squares, clusters).map { square, rows in
      scale > 0 && scale.isFinite
        ? RobustLoss.normalDeviate(square: square / (scale * scale), freedom: rows.count)
        : square.isFinite ? 0 : .infinity
    }
  }
}

extension LeastSquaresProblem {
  fileprivate func weighed(_ factors: [Double], _ clusters: [Range<Int>]) -> LeastSquaresProblem {
    var weights = weights ?? [Double](repeating: 1, count: residualCount)
    for (factor, rows) in zip(factors, clusters) { for row in rows { weights[row] *= factor } }
    var problem = self
    problem.weights = weights
    return problem
  }
}
