/// The rows that GSL sees of a fit whose people are eliminated.
///
/// A least-squares solver depends on its rows only through JᵀJ, Jᵀr and |r|², so that d + 1 rows can stand for all rows
/// of all people. With the sums over people, and the priors of the device's columns,
///
///     S = Σ_p (D − BᵀG) = RᵀR,   g = Σ_p (g_d − Gᵀg_p),   c = Σ_p (|r_p|² − g_pᵀA⁻¹g_p)
///
/// they are J = R and r = (R⁻ᵀg, √(c − |R⁻ᵀg|²)). The terms with g_p are those of a step to each person's minimum.
struct ReducedRows {
  let residuals: [Double]
  let jacobian: Matrix

  init(_ people: [PersonState], priors: [GeometryProblem.Column], at x: [Double]) {
    let d = priors.count
    var (schur, gradient, cost) = (Matrix(rows: d, columns: d), [Double](repeating: 0, count: d), 0.0)
    for (i, prior) in priors.enumerated() {
      let off = x[i] - prior.nominal
      schur[i, i] = prior.precision
      gradient[i] = prior.precision * off
      cost += off * off * prior.precision
    }
    for person in people {
      let gain = person.gain
      cost += person.cost - person.decrease
      for i in 0..<d {
        gradient[i] += person.normal.deviceGradient[i]
        for k in 0..<gain.rows { gradient[i] -= person.normal.cross[k, i] * person.step[k] }
        for j in i..<d { schur[i, j] += person.normal.schur(i, j, gain: gain) }
      }
    }
    for i in 0..<d { for j in 0..<i { schur[i, j] = schur[j, i] } }
    self.init(squares: schur, gradient: gradient, cost: cost)
  }

  /// The rows of a single person, whose columns are all columns: S is JᵀJ and g is Jᵀr of the data and of the priors.
  init(_ normal: NormalBlock, priors: [GeometryProblem.Column], at x: [Double]) {
    let d = normal.device.rows
    var squares = Matrix(rows: x.count, columns: x.count)
    for i in x.indices {
      for j in i..<x.count {
        let value = j < d ? normal.device[i, j] : i < d ? normal.cross[j - d, i] : normal.own[i - d, j - d]
        (squares[i, j], squares[j, i]) = (value, value)
      }
    }
    var (gradient, cost) = (normal.deviceGradient + normal.ownGradient, normal.square)
    for (i, prior) in priors.enumerated() {
      let off = x[i] - prior.nominal
      squares[i, i] += prior.precision
      gradient[i] += prior.precision * off
      cost += off * off * prior.precision
    }
    self.init(squares: squares, gradient: gradient, cost: cost)
  }

  private init(squares: Matrix, gradient: [Double], cost: Double) {
    let count = gradient.count
    let factor = CholeskyFactor(loading: squares)
    let seen = factor.forward(gradient)
    residuals = seen + [max(cost - seen.reduce(0) { $0 + $1 * $1 }, 0).squareRoot()]
    var jacobian = Matrix(rows: count + 1, columns: count)
    for i in 0..<count { for j in i..<count { jacobian[i, j] = factor.root(i, j) } }
    self.jacobian = jacobian
  }
}
