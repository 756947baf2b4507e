import GazePipeline

/// The variances of C · M · C for each way to estimate the middle M; see `GeometryUncertainty`.
struct Sandwich {
  /// Variances by column, and of each person's functionals.
  struct Variances {
    var columns: [Double]
    var pointers: [[Double]]

    /// Applies an operation to each pair of variances.
    func combined(with other: Variances, _ operation: (Double, Double) -> Double) -> Variances {
      Variances(
        columns: zip(columns, other.columns).map(operation),
        pointers: zip(pointers, other.pointers).map { zip($0, $1).map(operation) })
    }
  }

  private let problem: GeometryProblem
  private let inverse: ArrowInverse
  private let functionals: [[Functional]]
  private let scores: [PersonScores]
  /// M of the device's own priors.
  private let devicePriors: Matrix

  /// A linear function of the device's and one person's parameters.
  typealias Functional = (device: [Double], own: [Double])

  init(
    _ problem: GeometryProblem, _ blocks: [GeometryBlock], _ inverse: ArrowInverse, drift: SlowDrift?,
    _ scatter: [Double], _ functionals: [[Functional]]
  ) {
    (self.problem, self.inverse, self.functionals) = (problem, inverse, functionals)
    devicePriors = Matrix(diagonal: problem.columns[..<problem.deviceCount].map { $0.score(of: $0.precision) })
    scores = blocks.indices.map { person in
      PersonScores(problem, blocks[person], inverse, person, drift: drift, scatter[person], functionals[person])
    }
  }

  /// Variances if fixations are independent.
  var robust: Variances { variances(\.byFixation) }
  /// Variances if residuals drift from fixation to fixation; nil without drift.
  var drifted: Variances? { scores.contains { $0.hasDrift } ? variances(\.byDrift) : nil }

  /// Factors by which the drift multiplies the variances of independent residuals of the same size; at least 1, since a
  /// drift estimated from few fixations is no reason for a narrower interval.
  func growth(to drifted: Variances) -> Variances {
    drifted.combined(with: variances(\.withoutChain)) { $1 > 0 ? max($0 / $1, 1) : 1 }
  }

  /// Variances if the model holds: the inverse's own if nothing is kept.
  var model: Variances { variances(\.byModel) }

  /// Variances if people are independent, of the device's columns only.
  var clustered: [Double] {
    let d = problem.deviceCount
    var between = devicePriors
    for score in scores {
      // The fit follows a person whose fixations determine much of the device's parameters, so that person's residuals
      // are too small; the factor corrects for this.
      var leverage = 0.0
      for i in 0..<d { for j in 0..<d { leverage += inverse.device[i, j] * score.byModel.device[j, i] } }
      let factor = 1 / max(1 - leverage / Double(max(d, 1)), 0.1)
      for i in 0..<d { for j in 0..<d { between[i, j] += score.sum[i] * score.sum[j] * factor } }
    }
    return device(between).diagonal
  }

  /// Contribution of the device's own priors to the variances of its columns.
  var priorPart: [Double] { device(devicePriors).diagonal }

  /// Degrees of freedom after Satterthwaite, (Σ v)²/Σ v² over rows, with v a row's contribution to the variance if the
  /// model holds. A prior's contribution is known and costs no degrees of freedom.
  func freedom(of robust: Variances) -> Variances {
    var result = Variances(
      columns: (0..<problem.deviceCount).map { i in
        Self.satterthwaite(robust.columns[i], scores.sum { $0.deviceSquares[i] })
      }, pointers: [])
    for (person, score) in scores.enumerated() {
      let own = problem.ownColumns[person]
      let all = zip(robust.columns[own] + robust.pointers[person], score.ownSquares).map(Self.satterthwaite)
      result.columns += all[..<own.count]
      result.pointers.append(Array(all[own.count...]))
    }
    return result
  }

  private static func satterthwaite(_ variance: Double, _ squares: Double) -> Double {
    squares > 0 ? min(max(variance * variance / squares, 1), 1e6) : 1e6
  }

  private func variances(_ part: (PersonScores) -> PersonScores.Middle) -> Variances {
    var total = devicePriors
    for score in scores { total.add(part(score).device) }
    var result = Variances(columns: device(total).diagonal, pointers: [])
    for (person, score) in scores.enumerated() {
      let own = part(score)
      // Errors of the device's parameters that are due to other people's fixations also shift this person's parameters.
      var others = total
      others.add(own.device, times: -1)
      let moved = device(others)
      let all = directions(of: person).enumerated().map { k, w in
        moved.square(of: w, plus: own.own[k])
      }
      let count = problem.ownColumns[person].count
      result.columns += all[..<count]
      result.pointers.append(Array(all[count...]))
    }
    return result
  }

  /// Directions of a person's own parameters and functionals in the device's space.
  private func directions(of person: Int) -> [[Double]] {
    let gains = inverse.gains[person]
    let own = (0..<gains.rows).map { k in (0..<problem.deviceCount).map { gains[k, $0] } }
    return own + functionals[person].map { inverse.eliminated(person, device: $0.device, own: $0.own) }
  }

  private func device(_ middle: Matrix) -> Matrix { inverse.device.times(middle).times(inverse.device) }
}
