/// The fit with each person's parameters eliminated: a problem in the device's parameters alone, for GSL's trust
/// region.
///
///     minimise over d:  Σ_p min over p of |r_p(d, p)|²,   r_p with p's prior rows
///
/// Gauss–Newton steps find each person's minimum, starting where the last derivatives predict it. The derivative of the
/// remaining problem is that of variable projection in Kaufman's form (BIT 15, 1975): J_d − J_p (J_pᵀJ_p)⁻¹ J_pᵀJ_d.
/// The cost is linear in the number of people, and the minimum is that of the whole problem.
///
/// GSL sees only as many rows as there are device parameters, and one more (`ReducedRows`).
final class GeometryElimination {
  private let problem: GeometryProblem
  /// The whole x at the device parameters of the last `solve`.
  private(set) var x: [Double]
  /// Each person's state at x.
  private var people: [PersonState] = []
  private var solved: (device: [Double], accuracy: Accuracy)?

  /// Decrease of the cost by a full step, and its share of the cost, below which a person's minimum is found. A step of
  /// one standard error counts 1.
  struct Accuracy {
    let decrease: Double
    let share: Double

    /// A millionth of the standard errors.
    static let exact = Accuracy(decrease: 1e-12, share: 1e-18)
    /// Accuracy while the device's parameters still move: what remains is part of the next step (`ReducedRows`).
    static let rough = Accuracy(decrease: 1e-8, share: 1e-4)
  }

  /// Starts at x; the solver starts at its device part.
  init(_ problem: GeometryProblem, at x: [Double]) {
    self.problem = problem
    self.x = x
  }

  /// The device's part of a whole x.
  func device(of x: [Double]) -> [Double] { Array(x[..<problem.deviceCount]) }

  /// Finds every person's minimum for these device parameters.
  func solve(_ device: [Double], to accuracy: Accuracy = .exact) {
    if let solved, solved.device == device, solved.accuracy.share <= accuracy.share { return }
    let step = zip(device, x).map { $0 - $1 }
    x.replaceSubrange(..<problem.deviceCount, with: device)
    for (person, own) in problem.ownColumns.enumerated() where !people.isEmpty {
      // Each person's search starts from the predicted minimum; then one evaluation is usually enough.
      for (i, change) in zip(own, people[person].change(step)) { x[i] -= change }
    }
    people = problem.ownColumns.indices.map { minimum($0, to: accuracy) }
    solved = (device, accuracy)
  }

  /// The problem in the device's parameters, with people's minima of this accuracy.
  func leastSquares(to accuracy: Accuracy = .exact) -> LeastSquaresProblem {
    let d = problem.deviceCount
    var known: (device: [Double], rows: ReducedRows)?
    func rows(_ device: [Double]) -> ReducedRows {
      if let known, known.device == device { return known.rows }
      solve(device, to: accuracy)
      let rows = ReducedRows(people, priors: (0..<d).map { problem.columns[$0] }, at: device)
      known = (device, rows)
      return rows
    }
    return LeastSquaresProblem(
      parameterCount: d, residualCount: d + 1,
      residuals: { device, r in r = rows(device).residuals },
      jacobian: { device, j in j = rows(device).jacobian })
  }

  /// Gauss–Newton with step halving.
  private func minimum(_ person: Int, to accuracy: Accuracy) -> PersonState {
    let own = problem.ownColumns[person]
    var here = state(person)
    for _ in 0..<30 where here.decrease > accuracy.decrease + accuracy.share * here.cost {
      let start = Array(x[own])
      var (share, lower) = (1.0, PersonState?.none)
      for _ in 0..<12 where lower == nil {
        for (k, i) in own.enumerated() { x[i] = start[k] - share * here.step[k] }
        let there = state(person)
        if there.cost < here.cost { lower = there }
        share /= 2
      }
      guard let lower else {
        x.replaceSubrange(own, with: start)
        return here
      }
      here = lower
    }
    return here
  }

  private func state(_ person: Int) -> PersonState {
    let own = problem.ownColumns[person]
    return PersonState(problem.normal(person, at: x), priors: problem.columns[own], at: x[own])
  }
}
