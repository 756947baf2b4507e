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
    let factor = CholeskyFactor(loading: schur)
    let seen = factor.forward(gradient)
    residuals = seen + [max(cost - seen.reduce(0) { $0 + $1 * $1 }, 0).squareRoot()]
    var jacobian = Matrix(rows: d + 1, columns: d)
    for i in 0..<d { for j in i..<d { jacobian[i, j] = factor.root(i, j) } }
    self.jacobian = jacobian
  }
}
