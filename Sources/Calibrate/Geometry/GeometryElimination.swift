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
  private(set) var x: [Double]
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
    return .reduced(to: d) { [self] device in
      solve(device, to: accuracy)
      return ReducedRows(people, priors: Array(problem.columns[..<d]), at: device)
    }
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

/// One person's normal equations at a point, with the priors of the person's parameters.
struct PersonState {
  let normal: NormalBlock
  private let factor: CholeskyFactor
  /// Half of the cost's gradient by the person's parameters.
  private let gradient: [Double]
  /// Step to the person's minimum, to be subtracted.
  let step: [Double]
  /// Sum of the squared rows.
  let cost: Double
  /// Decrease of the cost by the full step, if the model were linear.
  let decrease: Double

  init(_ normal: NormalBlock, priors: ArraySlice<GeometryProblem.Column>, at x: ArraySlice<Double>) {
    var own = QuadraticCost(squares: normal.own, gradient: normal.ownGradient, cost: normal.square)
    own.add(priors, at: x)
    factor = CholeskyFactor(loading: own.squares)
    step = factor.solve(own.gradient)
    decrease = dot(step, own.gradient)
    (self.normal, gradient, cost) = (normal, own.gradient, own.cost)
  }

  /// A⁻¹B: how the person's minimum follows the device, to be subtracted.
  var gain: Matrix { factor.solve(normal.cross) }

  /// Change of the minimum with a step of the device, to be subtracted, with the person's own step.
  func change(_ device: [Double]) -> [Double] {
    factor.solve(zip(normal.cross.times(device), gradient).map { $0 + $1 })
  }
}

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
  private(set) var jacobian: Matrix

  init(_ people: [PersonState], priors: [GeometryProblem.Column], at x: [Double]) {
    let d = priors.count
    var device = QuadraticCost(squares: Matrix(square: d), gradient: .zeros(d), cost: 0)
    device.add(priors, at: x)
    for person in people {
      let gain = person.gain
      device.cost += person.cost - person.decrease
      for i in 0..<d {
        device.gradient[i] += person.normal.deviceGradient[i]
        for k in 0..<gain.rows { device.gradient[i] -= person.normal.cross[k, i] * person.step[k] }
        for j in i..<d { device.squares[i, j] += person.normal.schur(i, j, gain: gain) }
      }
    }
    for i in 0..<d { for j in 0..<i { device.squares[i, j] = device.squares[j, i] } }
    self.init(device)
  }

  /// The rows of a single person, whose columns are all columns: S is JᵀJ and g is Jᵀr of the data and of the priors.
  init(_ normal: NormalBlock, priors: [GeometryProblem.Column], at x: [Double]) {
    let d = normal.device.rows
    var all = QuadraticCost(
      squares: Matrix(square: x.count), gradient: normal.deviceGradient + normal.ownGradient, cost: normal.square)
    for i in x.indices {
      for j in i..<x.count {
        let value = j < d ? normal.device[i, j] : i < d ? normal.cross[j - d, i] : normal.own[i - d, j - d]
        (all.squares[i, j], all.squares[j, i]) = (value, value)
      }
    }
    all.add(priors, at: x)
    self.init(all)
  }

  private init(_ whole: QuadraticCost) {
    let count = whole.gradient.count
    let factor = CholeskyFactor(loading: whole.squares)
    let seen = factor.forward(whole.gradient)
    residuals = seen + [max(whole.cost - dot(seen, seen), 0).squareRoot()]
    jacobian = Matrix(rows: count + 1, columns: count)
    for i in 0..<count { for j in i..<count { jacobian[i, j] = factor.root(i, j) } }
  }
}

/// A sum of squares to second order, |r|² + 2·gᵀδ + δᵀ·A·δ.
private struct QuadraticCost {
  /// A = JᵀJ.
  var squares: Matrix
  /// g = Jᵀr.
  var gradient: [Double]
  /// |r|².
  var cost: Double

  /// Adds the rows of the columns' priors.
  mutating func add(_ priors: some Sequence<GeometryProblem.Column>, at x: some Sequence<Double>) {
    for (i, (prior, x)) in zip(priors, x).enumerated() {
      let off = x - prior.nominal
      squares[i, i] += prior.precision
      gradient[i] += prior.precision * off
      cost += off * off * prior.precision
    }
  }
}
