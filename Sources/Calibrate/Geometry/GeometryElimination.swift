/// The fit with each person's parameters eliminated: a problem in the device's parameters alone, for GSL's trust
/// region.
///
///     minimise over d:  Σ_p min over p of |r_p(d, p)|²,   r_p with p's prior rows
///
/// Gauss–Newton steps find each person's minimum, starting where the last derivatives predict it. The derivative of the
/// remaining problem is that of variable projection in Kaufman's form (BIT 15, 1975): J_d − J_p (J_pᵀJ_p)⁻¹ J_pᵀJ_d.
/// The cost is linear in the number of people, and the minimum is that of the whole problem.
final class GeometryElimination {
  private let problem: GeometryProblem
  /// The whole x at the device parameters of the last `solve`.
  private(set) var x: [Double]
  private(set) var blocks: [GeometryBlock]
  /// Normal equations of each block.
  private(set) var normals: [NormalBlock]
  /// Negated derivative of each person's minimum by the device's parameters, from the last Jacobian.
  private var changes: [Matrix] = []
  private var solved: [Double]?

  /// Starts at x; the solver starts at its device part.
  init(_ problem: GeometryProblem, at x: [Double]) {
    self.problem = problem
    self.x = x
    blocks = (0..<problem.personCount).map { problem.block($0, at: x) }
    normals = blocks.map(\.normal)
  }

  /// The device's part of a whole x.
  func device(of x: [Double]) -> [Double] { Array(x[..<problem.deviceCount]) }

  /// Finds every person's minimum for these device parameters.
  func solve(_ device: [Double]) {
    if device == solved { return }
    let step = zip(device, x).map { $0 - $1 }
    x.replaceSubrange(..<problem.deviceCount, with: device)
    for person in 0..<problem.personCount {
      // Each person's search starts from the predicted minimum; then one evaluation is usually enough.
      if !changes.isEmpty {
        for (i, moved) in zip(problem.ownColumns[person], changes[person].times(step)) { x[i] -= moved }
      }
      minimise(person)
    }
    solved = device
  }

  func leastSquares() -> LeastSquaresProblem {
    let d = problem.deviceCount
    let priors = problem.columns.indices.filter { problem.columns[$0].priorSigma != nil }
    return LeastSquaresProblem(
      parameterCount: d, residualCount: problem.dataRows + priors.count,
      residuals: { [self] device, r in
        solve(device)
        var row = 0
        for block in blocks {
          for value in block.residuals {
            r[row] = value
            row += 1
          }
        }
        for i in priors {
          r[row] = (x[i] - problem.columns[i].nominal) * problem.columns[i].precision.squareRoot()
          row += 1
        }
      },
      jacobian: { [self] device, j in
        solve(device)
        var row = 0
        changes = blocks.indices.map { factor($0).solve(normals[$0].cross) }
        for (person, block) in blocks.enumerated() {
          let change = changes[person]
          for i in block.residuals.indices {
            for k in 0..<d {
              var value = block.device(i, k)
              for m in 0..<block.own.count { value -= block.own(i, m) * change[m, k] }
              j[row, k] = value
            }
            row += 1
          }
        }
        for i in priors {
          let (column, weight) = (problem.columns[i], problem.columns[i].precision.squareRoot())
          for k in 0..<d {
            if let person = column.person {
              j[row, k] = -weight * changes[person][i - problem.ownColumns[person].lowerBound, k]
            } else {
              j[row, k] = i == k ? weight : 0
            }
          }
          row += 1
        }
      })
  }

  /// Gauss–Newton with step halving, to 1e-6 of the standard errors.
  private func minimise(_ person: Int) {
    let own = problem.ownColumns[person]
    look(person)
    var cost = self.cost(person)
    for _ in 0..<30 {
      var gradient = normals[person].ownGradient
      for (k, i) in own.enumerated() {
        gradient[k] += problem.columns[i].precision * (x[i] - problem.columns[i].nominal)
      }
      let step = factor(person).solve(gradient)
      // Decrease of the cost for a full step; a step of one standard error counts 1.
      let gain = zip(step, gradient).reduce(0) { $0 + $1.0 * $1.1 }
      guard gain > 1e-12 + 1e-18 * cost else { return }
      let here = Array(x[own])
      var isLower = false
      var share = 1.0
      for _ in 0..<12 {
        for (k, i) in own.enumerated() { x[i] = here[k] - share * step[k] }
        look(person)
        let new = self.cost(person)
        if new < cost {
          (cost, isLower) = (new, true)
          break
        }
        share /= 2
      }
      guard isLower else {
        x.replaceSubrange(own, with: here)
        look(person)
        return
      }
    }
  }

  private func look(_ person: Int) {
    problem.fill(&blocks[person], person, at: x)
    normals[person] = blocks[person].normal
  }

  private func factor(_ person: Int) -> CholeskyFactor {
    var matrix = normals[person].own
    for (k, i) in problem.ownColumns[person].enumerated() { matrix[k, k] += problem.columns[i].precision }
    return CholeskyFactor(loading: matrix)
  }

  private func cost(_ person: Int) -> Double {
    var sum = blocks[person].residuals.reduce(0) { $0 + $1 * $1 }
    for i in problem.ownColumns[person] {
      let off = x[i] - problem.columns[i].nominal
      sum += off * off * problem.columns[i].precision
    }
    return sum
  }
}
