import GazePipeline

/// Contribution of one person's fixations to the middle of the sandwiches.
struct PersonScores {
  /// Σ u uᵀ in the device's space; and the variances of the person's own parameters, followed by those of the person's
  /// functionals, from the person's own rows.
  struct Middle {
    fileprivate(set) var device: Matrix
    fileprivate(set) var own: [Double]
  }

  private(set) var byLook: Middle
  private(set) var byDrift: Middle
  /// Expected `byLook` if the model holds.
  private(set) var byModel: Middle
  /// Σ over fixations of the scores, with the person's parameters eliminated.
  private(set) var sum: [Double]
  /// Σ over rows of the squares of each row's contribution to a variance: of the device's parameters; below, of the
  /// person's own parameters and functionals.
  private(set) var deviceSquares: [Double]
  private(set) var ownSquares: [Double]
  /// Variances of the drift and of the rest, in units of sigma².
  private let drift: (time: Double, slow: Double, white: Double)?

  /// True if `byDrift` contains more than the priors' part.
  var hasDrift: Bool { drift != nil }

  init(
    _ problem: GeometryProblem, _ block: GeometryBlock, _ inverse: ArrowInverse, _ person: Int, drift: SlowDrift?,
    _ scatter: Double, _ functionals: [Sandwich.Functional]
  ) {
    let (d, width) = (problem.deviceCount, block.own.count + functionals.count)
    let empty = Middle(device: Matrix(rows: d, columns: d), own: [Double](repeating: 0, count: width))
    (byLook, byDrift, byModel) = (empty, empty, empty)
    (sum, deviceSquares) = ([Double](repeating: 0, count: d), [Double](repeating: 0, count: d))
    ownSquares = [Double](repeating: 0, count: width)
    self.drift = drift.map {
      let unit = scatter * scatter / (problem.sigma * problem.sigma)
      return ($0.time, $0.sd * $0.sd * unit, $0.white * $0.white * unit)
    }
    let rows = RowInfluences(block, inverse, person, device: d, functionals)
    addPriors(block.own.map { problem.columns[$0].precision }, rows)
    // Sums of the previous rows, one for yaw and one for pitch; each row is multiplied by the share of its drift that
    // remains.
    let none = RowInfluence(u: sum, l: ownSquares)
    var chains = [none, none]
    for look in block.looks.indices where problem.weights[block.looks[look]] > 0 {
      if look > 0, let decay = decay(block, to: look) { for axis in 0..<2 { chains[axis].scale(by: decay) } }
      add(look, block, rows, &chains, none: none)
    }
  }

  /// Adds the priors as rows of variance 1.
  private mutating func addPriors(_ precisions: [Double], _ rows: RowInfluences) {
    for (k, precision) in precisions.enumerated() where precision.squareRoot() > 0 {
      var own = [Double](repeating: 0, count: precisions.count)
      own[k] = precision.squareRoot()
      let row = rows.influence([Double](repeating: 0, count: sum.count), own)
      byLook.add(row, 1)
      byDrift.add(row, 1)
      byModel.add(row, 1)
    }
  }

  /// Share of the drift that remains since the previous fixation; nil without drift.
  private func decay(_ block: GeometryBlock, to look: Int) -> Double? {
    guard let drift else { return nil }
    guard block.sessions[look] == block.sessions[look - 1] else { return 0 }
    return Elementary.exp(-(block.times[look] - block.times[look - 1]) / drift.time)
  }

  private mutating func add(
    _ look: Int, _ block: GeometryBlock, _ rows: RowInfluences, _ chains: inout [RowInfluence], none: RowInfluence
  ) {
    var (score, leverage) = (none, 0.0)
    for axis in 0..<2 {
      let (device, own) = rows.slopes(2 * look + axis)
      let row = rows.influence(device, own)
      let residual = block.residuals[2 * look + axis]
      score.add(row, times: residual)
      for i in sum.indices { sum[i] += device[i] * residual }
      byModel.add(row, 1)
      let moved = rows.moved(row)
      for i in moved.indices { deviceSquares[i] += moved[i] * moved[i] * moved[i] * moved[i] }
      for k in row.l.indices { ownSquares[k] += row.l[k] * row.l[k] * row.l[k] * row.l[k] }
      leverage += zip(moved, row.u).reduce(0) { $0 + $1.0 * $1.1 }
      leverage += rows.ownLeverage(own)
      if let drift {
        byDrift.add(row, drift.slow + drift.white)
        byDrift.addPair(row, chains[axis], drift.slow)
        chains[axis].add(row, times: 1)
      }
    }
    byLook.add(score, 1 / max(1 - leverage / 2, 0.05))
  }
}

extension PersonScores.Middle {
  fileprivate mutating func add(_ row: RowInfluence, _ weight: Double) {
    for i in row.u.indices { for j in row.u.indices { device[i, j] += row.u[i] * row.u[j] * weight } }
    for k in row.l.indices { own[k] += row.l[k] * row.l[k] * weight }
  }

  fileprivate mutating func addPair(_ a: RowInfluence, _ b: RowInfluence, _ weight: Double) {
    for i in a.u.indices { for j in a.u.indices { device[i, j] += (a.u[i] * b.u[j] + b.u[i] * a.u[j]) * weight } }
    for k in a.l.indices { own[k] += 2 * a.l[k] * b.l[k] * weight }
  }
}

/// Direction of a row in the device's space with the person eliminated, and its pull on the person's parameters and
/// functionals; or a sum of such rows.
private struct RowInfluence {
  var u: [Double]
  var l: [Double]

  mutating func add(_ other: RowInfluence, times factor: Double) {
    for i in u.indices { u[i] += other.u[i] * factor }
    for k in l.indices { l[k] += other.l[k] * factor }
  }

  mutating func scale(by factor: Double) {
    for i in u.indices { u[i] *= factor }
    for k in l.indices { l[k] *= factor }
  }
}

/// Converts one person's rows of the Jacobian to their influences.
private struct RowInfluences {
  private let block: GeometryBlock
  private let device: Matrix
  private let own: Matrix
  private let gain: Matrix
  private let functionals: [Sandwich.Functional]

  init(
    _ block: GeometryBlock, _ inverse: ArrowInverse, _ person: Int, device: Int, _ functionals: [Sandwich.Functional]
  ) {
    (self.block, self.functionals) = (block, functionals)
    (self.device, own, gain) = (inverse.device, inverse.own[person], inverse.gains[person])
  }

  /// Derivatives of a row by the device's and the person's own parameters.
  func slopes(_ row: Int) -> (device: [Double], own: [Double]) {
    ((0..<device.rows).map { block.device(row, $0) }, (0..<own.rows).map { block.own(row, $0) })
  }

  func influence(_ row: [Double], _ ownRow: [Double]) -> RowInfluence {
    var u = row
    for i in u.indices { for k in ownRow.indices where ownRow[k] != 0 { u[i] -= gain[k, i] * ownRow[k] } }
    let moved = device.times(u)
    var l = own.times(ownRow)
    for k in ownRow.indices { for i in u.indices { l[k] -= gain[k, i] * moved[i] } }
    for (v, o) in functionals {
      let shared = zip(v, moved).reduce(0) { $0 + $1.0 * $1.1 }
      l.append(zip(o, l).reduce(shared) { $0 + $1.0 * $1.1 })
    }
    return RowInfluence(u: u, l: l)
  }

  /// Shift of the device's parameters due to a row.
  func moved(_ row: RowInfluence) -> [Double] { device.times(row.u) }

  func ownLeverage(_ ownRow: [Double]) -> Double {
    zip(own.times(ownRow), ownRow).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
