private import GazePipeline

/// Inverse of an arrow-shaped information matrix, block by block: the device's columns, which all people share, and
/// each person's own columns.
///
///     N = | D   Bᵀ |      S = D − Σ_p B_pᵀ A_p⁻¹ B_p        (Schur complement, the device's)
///         | B   A  |      C_device = S⁻¹,  C_p = A_p⁻¹ + G_p S⁻¹ G_pᵀ,  G_p = A_p⁻¹ B_p
///
/// The cost is linear in the number of people. Blocks are equilibrated and decomposed into eigenvectors to separate
/// determined from undetermined directions: a direction whose eigenvalue is rounding error is left out, and the
/// parameters in it are marked.
struct ArrowInverse {
  /// S⁻¹.
  let device: Matrix
  /// `own`: a_p⁻¹; `gains`: g_p, own × device.
  let own, gains: [Matrix]
  /// One value per column; false if nothing determines the parameter.
  let isDetermined: [Bool]
  let variances: [Double]
  /// √(largest / smallest eigenvalue) of S scaled to a unit diagonal (without device parameters, of the worst person's
  /// block); nil if singular.
  let condition: Double?

  /// Relative eigenvalue below which a direction counts as undetermined: the rounding error of JᵀJ.
  private static let rank = 1e-13

  /// Inverts the blocks after adding `precisions` to the diagonal, one value per column.
  init(_ problem: GeometryProblem, _ normals: [NormalBlock], adding precisions: [Double]) {
    let d = problem.deviceCount
    let people = zip(normals, problem.ownColumns).map { PersonElimination($0, adding: precisions[$1], rank: Self.rank) }
    let shared = Self.inverseSchur(people, adding: Array(precisions[..<d]))
    var (isDetermined, variances) = (shared.isDetermined, shared.matrix.diagonal)
    for person in people {
      for k in 0..<person.gain.rows {
        variances.append(person.variance(of: k, device: shared.matrix))
        isDetermined.append(person.isDetermined(k, without: shared.undetermined))
      }
    }
    device = shared.matrix
    own = people.map(\.inverse.matrix)
    gains = people.map(\.gain)
    self.isDetermined = isDetermined
    self.variances = variances
    condition =
      d > 0
      ? shared.condition
      : people.reduce(1) { worst, own in worst.flatMap { w in own.inverse.condition.map { max(w, $0) } } }
  }

  /// S⁻¹, with `precisions` added to the diagonal of S.
  private static func inverseSchur(_ people: [PersonElimination], adding precisions: [Double]) -> PseudoInverse {
    let d = precisions.count
    var schur = Matrix(diagonal: precisions)
    // Diagonal before any cancellation: it sets the size of the rounding error that a difference of blocks may leave.
    var size = precisions
    for person in people {
      for i in 0..<d {
        size[i] += person.normal.device[i, i]
        for j in 0..<d { schur[i, j] += person.normal.schur(i, j, gain: person.gain) }
      }
    }
    return PseudoInverse(schur.symmetrised, rank: rank, size: size)
  }

  /// v − Gᵀo: the combination in the device's space, with the person's parameters eliminated.
  func eliminated(_ person: Int, device v: [Double], own o: [Double]) -> [Double] {
    v.indices.map { i in o.indices.reduce(v[i]) { $0 - gains[person][$1, i] * o[$1] } }
  }

  /// N⁻¹·g, one value per column, for a vector g that is given in the same blocks.
  func solve(device g: [Double], own o: [[Double]]) -> [Double] {
    var t = g
    for (person, own) in o.enumerated() { t = eliminated(person, device: t, own: own) }
    let shared = device.times(t)
    return shared
      + o.enumerated().flatMap { person, own in
        zip(self.own[person].times(own), gains[person].times(shared)).map { $0 - $1 }
      }
  }

  /// Number of parameters that the data, not the priors, determine: trace of C · JᵀJ.
  func effectiveParameters(_ columns: [GeometryProblem.Column]) -> Double {
    columns.indices.sum { isDetermined[$0] ? max(1 - variances[$0] * columns[$0].precision, 0) : 0 }
  }

  var deviations: [Double?] { deviations(of: variances) }

  /// Standard deviations for other variances of the same columns.
  func deviations(of variances: [Double]) -> [Double?] {
    zip(variances, isDetermined).map { $1 && $0 >= 0 && $0.isFinite ? $0.squareRoot() : nil }
  }
}

private struct PersonElimination {
  let normal: NormalBlock
  /// A_p⁻¹.
  let inverse: PseudoInverse
  /// G_p, own × device.
  let gain: Matrix
  /// Square roots of A_p's diagonal.
  private let roots: [Double]

  init(_ normal: NormalBlock, adding precisions: ArraySlice<Double>, rank: Double) {
    var a = normal.own
    for (k, precision) in precisions.enumerated() { a[k, k] += precision }
    self.normal = normal
    inverse = PseudoInverse(a, rank: rank)
    gain = inverse.matrix.times(normal.cross)
    roots = a.diagonal.map { $0.squareRoot() }
  }

  /// Variance of the person's k-th parameter: an element of C_p's diagonal, from the device's covariance.
  func variance(of k: Int, device: Matrix) -> Double {
    var variance = inverse.matrix[k, k]
    for i in 0..<device.rows { for j in 0..<device.rows { variance += gain[k, i] * device[i, j] * gain[k, j] } }
    return variance
  }

  /// False if the person's block leaves the k-th parameter open, or if one of the device's undetermined directions
  /// moves it.
  func isDetermined(_ k: Int, without undetermined: [[Double]]) -> Bool {
    inverse.isDetermined[k]
      && !undetermined.contains { vector in
        let part = vector.indices.sum { gain[k, $0] * vector[$0] }
        return abs(part) * roots[k] > 1e-4
      }
  }
}

/// Pseudo-inverse of a symmetric matrix that may be singular; the matrix is equilibrated first.
private struct PseudoInverse {
  var matrix: Matrix
  var isDetermined: [Bool]
  /// Directions that are left out, in the matrix's own units.
  var undetermined: [[Double]] = []
  var condition: Double?

  /// - Parameter size: diagonal before cancellation, if `a` is a difference in which much has cancelled.
  init(_ a: Matrix, rank: Double, size: [Double]? = nil) {
    let n = a.rows
    matrix = Matrix(square: n)
    isDetermined = [Bool](repeating: n == 0, count: n)
    condition = n == 0 ? 1 : nil
    let full = size ?? a.diagonal
    let scale = full.map { $0 > 0 && $0.isFinite ? 1 / $0.squareRoot() : 0 }
    guard n > 0, let eigen = SymmetricEigen(a.scaled(by: scale)), let largest = eigen.values.last, largest > 0 else {
      return
    }
    isDetermined = scale.map { $0 > 0 }
    for (value, vector) in zip(eigen.values, eigen.vectors) {
      guard value > rank * max(largest, 1) else {
        for i in 0..<n where abs(vector[i]) > 1e-4 { isDetermined[i] = false }
        undetermined.append(zip(vector, scale).map { $0 * $1 })
        continue
      }
      for i in 0..<n {
        for j in 0..<n { matrix[i, j] += vector[i] * vector[j] / value * scale[i] * scale[j] }
      }
    }
    if undetermined.isEmpty { condition = Self.condition(a) }
  }

  /// √(largest / smallest eigenvalue) of the matrix with a unit diagonal, independent of any other scaling.
  private static func condition(_ a: Matrix) -> Double? {
    let unit = a.diagonal.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
    guard let values = SymmetricEigen(a.scaled(by: unit))?.values, let low = values.first, let high = values.last,
      low > 0
    else { return nil }
    return (high / low).squareRoot()
  }
}
