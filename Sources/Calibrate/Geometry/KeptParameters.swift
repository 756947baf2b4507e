import GazePipeline
import GazeRecording
private import PortableFoundation

/// Device parameters that stay at the data sheet's value, chosen by the expected error of the pointer in a later
/// session.
///
/// A fit assumes that fixations are independent. If they are not, because the tracker drifts or errs with a person's
/// pose, the estimate's error is larger than the fit states, and with few people it is larger than the data sheet's
/// error. The estimator's true error is therefore predicted for a set H of held parameters, with δ ~ N(0, P⁻¹) the
/// deviation of the truth from the data sheet and V the covariance of the fixations' errors:
///
///     e = C_H Jᵀ ε − C_H P_H δ,   C_H = (JᵀJ + P_H)⁻¹,   E(H) = mean over people of tr(Cov(e) · Q)
///
/// P_H equals P except for the held parameters, which it practically fixes. Q is the mean square of the pointer's
/// derivatives over nine targets at 25, 35 and 45 cm: assumed conditions of a later session. H grows by one parameter
/// at a time while that lowers E. Parameters whose variance the data reduce by less than a tenth are held from the
/// start.
struct KeptParameters {
  private(set) var columns: Set<Int> = []
  /// `free`: √E with all parameters free, and √E with the kept parameters held, degrees.
  private(set) var free, kept: Double?

  /// Share of the variance that the data must remove for the value to be fitted; below it the data sheet's value is
  /// kept.
  static let fewLearned = 0.1
  /// Factor by which the expected square must fall for one more parameter to be held.
  private static let margin = 0.99
  /// Ratio of the robust variance to the model's variance above which parameters may be held. If fixations are as
  /// independent as the fit assumes, the posterior mean is better than holding any parameter.
  private static let excess = 1.5

  init(_ problem: GeometryProblem, at x: [Double], _ uncertainty: GeometryUncertainty) {
    let candidates = (0..<problem.deviceCount).filter { problem.columns[$0].priorSigma != nil }
    var isSuspect = false
    for i in candidates {
      guard let sigma = problem.columns[i].priorSigma, let model = uncertainty.standardErrors[i],
        let robust = uncertainty.robustStandardErrors[i]
      else { continue }
      if 1 - max(model, robust) * max(model, robust) / (sigma * sigma) < Self.fewLearned { columns.insert(i) }
      if robust * robust > Self.excess * model * model { isSuspect = true }
    }
    guard isSuspect else { return }
    let errors = LaterErrors(problem, at: x, uncertainty)
    var best = errors.square(keeping: columns)
    while let next = candidates.filter({ !columns.contains($0) })
      .map({ ($0, errors.square(keeping: columns.union([$0]))) }).min(by: { $0.1 < $1.1 }),
      next.1 < Self.margin * best
    {
      columns.insert(next.0)
      best = next.1
    }
    free = errors.square(keeping: []).squareRoot()
    kept = best.squareRoot()
  }

  /// Entry for the calibration file; nil if no parameter is kept.
  func statement(_ problem: GeometryProblem) -> CalibrationFile.Kept? {
    guard !columns.isEmpty else { return nil }
    return CalibrationFile.Kept(
      parameters: columns.sorted().map { problem.columns[$0].parameter.rawValue }, laterErrorFree: free,
      laterErrorKept: kept)
  }
}

/// Expected errors of a later session's pointer, for any set of held parameters.
private struct LaterErrors {
  private let problem: GeometryProblem
  private let normals: [NormalBlock]
  /// By person: covariance of the scores Jᵀr, device and own columns, including the person's priors.
  private let middles: [Matrix]
  /// By person: the sum of the scores.
  private let sums: [[Double]]
  /// By person: Q.
  private let conditions: [Matrix]
  private let comparesPeople: Bool

  init(_ problem: GeometryProblem, at x: [Double], _ uncertainty: GeometryUncertainty) {
    self.problem = problem
    let blocks = (0..<problem.personCount).map { problem.block($0, at: x) }
    normals = uncertainty.normals
    middles = blocks.indices.map {
      Self.middle(problem, blocks[$0], uncertainty.drift, scatter: uncertainty.scatter[$0])
    }
    sums = normals.map { $0.deviceGradient + $0.ownGradient }
    conditions = blocks.indices.map { problem.laterConditions($0, at: x) }
    comparesPeople = uncertainty.comparesPeople
  }

  /// Expected square of the pointer's error per axis, degrees².
  func square(keeping kept: Set<Int>) -> Double {
    let d = problem.deviceCount
    var precisions = problem.columns.map(\.precision)
    for i in kept { precisions[i] = problem.columns[i].keptPrecision }
    var total = Matrix(diagonal: (0..<d).map { problem.columns[$0].score(of: precisions[$0]) })
    let inverse = ArrowInverse(problem, normals, adding: precisions)
    let shares = normals.indices.map { person -> Matrix in
      let eliminate = eliminator(inverse, person)
      guard comparesPeople else { return eliminate.times(middles[person]).times(eliminate.transposed) }
      var square = Matrix(square: d)
      let pull = eliminate.times(sums[person])
      square.add(pull, pull)
      return square
    }
    for share in shares { total.add(share) }
    var sum = 0.0
    for person in normals.indices {
      var others = total
      others.add(shares[person], times: -1)
      let eliminate = eliminator(inverse, person)
      // Maps the device's score to device and own parameters, and the person's own scores likewise.
      let fromDevice = eliminate.transposed.times(inverse.device)
      var fromOwn = fromDevice.times(eliminate)
      let own = inverse.own[person]
      for k in 0..<own.rows { for l in 0..<own.rows { fromOwn[d + k, d + l] += own[k, l] } }
      var covariance = fromDevice.times(others).times(fromDevice.transposed)
      covariance.add(fromOwn.times(middles[person]).times(fromOwn.transposed))
      let q = conditions[person]
      for i in 0..<q.rows { for j in 0..<q.columns { sum += covariance[i, j] * q[j, i] } }
    }
    return sum / Double(max(normals.count, 1))
  }

  /// [1, −Gᵀ]: maps a person's scores to the device's space, with the person's parameters eliminated.
  private func eliminator(_ inverse: ArrowInverse, _ person: Int) -> Matrix {
    let (d, gain) = (problem.deviceCount, inverse.gains[person])
    var matrix = Matrix(rows: d, columns: d + gain.rows)
    for i in 0..<d {
      matrix[i, i] = 1
      for k in 0..<gain.rows { matrix[i, d + k] = -gain[k, i] }
    }
    return matrix
  }

  /// Jᵀ V J + P of one person; V includes slow drift if there is any.
  private static func middle(
    _ problem: GeometryProblem, _ block: GeometryBlock, _ drift: SlowDrift?, scatter: Double
  ) -> Matrix {
    let (d, m) = (problem.deviceCount, block.own.count)
    var middle = Matrix(rows: d + m, columns: d + m)
    for (k, column) in block.own.enumerated() { middle[d + k, d + k] = problem.columns[column].precision }
    let unit = scatter * scatter / (problem.sigma * problem.sigma)
    let slow = (drift?.sd ?? 0) * (drift?.sd ?? 0) * unit
    let white = drift.map { $0.white * $0.white * unit } ?? scatter * scatter
    var chains = [[Double]](repeating: [Double].zeros(d + m), count: 2)
    for look in block.fixations.indices where problem.weights[block.fixations[look]] > 0 {
      if let drift, look > 0 {
        let isSame = block.sessions[look] == block.sessions[look - 1]
        let decay = isSame ? exp(-(block.times[look] - block.times[look - 1]) / drift.time) : 0
        for axis in 0..<2 { for i in 0..<d + m { chains[axis][i] *= decay } }
      }
      for axis in 0..<2 {
        let row = (0..<d).map { block.device(2 * look + axis, $0) } + (0..<m).map { block.own(2 * look + axis, $0) }
        for i in 0..<d + m {
          for j in 0..<d + m {
            middle[i, j] +=
              row[i] * row[j] * (slow + white) + (row[i] * chains[axis][j] + chains[axis][i] * row[j]) * slow
          }
        }
        for i in 0..<d + m { chains[axis][i] += row[i] }
      }
    }
    return middle
  }
}

extension GeometryProblem {
  /// Q: the mean over nine targets at three distances, seen straight, and over both axes, of the squares of the
  /// pointer's derivatives by the device's and a person's columns, degrees².
  fileprivate func laterConditions(_ person: Int, at x: [Double]) -> Matrix {
    let targets = [0.1, 0.5, 0.9].flatMap { y in [0.1, 0.5, 0.9].map { SIMD2($0, y) } }
    let slopes = pointer(person, at: x, targets: targets, distances: [0.25, 0.35, 0.45])
    var q = Matrix(square: deviceCount + ownColumns[person].count)
    for look in slopes { for row in [look.yaw, look.pitch] { q.add(row, row, over: Double(2 * slopes.count)) } }
    return q
  }
}
