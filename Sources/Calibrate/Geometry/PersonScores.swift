import GazePipeline
private import PortableFoundation

/// Contribution of one person's fixations to the middle of the sandwiches.
struct PersonScores {
  /// Σ u uᵀ in the device's space; and the variances of the person's own parameters, followed by those of the person's
  /// functionals, from the person's own rows.
  struct Middle {
    fileprivate(set) var device: Matrix
    fileprivate(set) var own: [Double]
  }

  /// `withoutChain`: `byDrift` if the same residuals were independent; `byModel`: expected `byFixation` if the model
  /// holds.
  private(set) var byFixation, byDrift, withoutChain, byModel: Middle
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
    let empty = Middle(device: Matrix(square: d), own: .zeros(width))
    (byFixation, byDrift, withoutChain, byModel) = (empty, empty, empty, empty)
    (sum, deviceSquares, ownSquares) = (.zeros(d), .zeros(d), .zeros(width))
    self.drift = drift.map {
      let unit = scatter * scatter / (problem.sigma * problem.sigma)
      return ($0.time, $0.sd * $0.sd * unit, $0.white * $0.white * unit)
    }
    var row = InfluentialRow(block, inverse, person, device: d, functionals)
    addPriors(block.own.map { problem.columns[$0].precision }, &row)
    // Sums of the previous rows, one for yaw and one for pitch; each row is multiplied by the share of its drift that
    // remains.
    let none = RowInfluence(u: sum, l: ownSquares)
    var (score, chains) = (none, [none, none])
    for look in block.fixations.indices where problem.weights[block.fixations[look]] > 0 {
      if look > 0, let decay = decay(block, to: look) { for axis in 0..<2 { chains[axis].scale(by: decay) } }
      score.scale(by: 0)
      add(look, block, &row, &score, &chains)
    }
  }

  /// Adds the priors as rows of variance 1.
  private mutating func addPriors(_ precisions: [Double], _ row: inout InfluentialRow) {
    for (k, precision) in precisions.enumerated() where precision.squareRoot() > 0 {
      row.set(prior: k, precision.squareRoot())
      for path in [\PersonScores.byFixation, \.byDrift, \.withoutChain, \.byModel] {
        self[keyPath: path].add(row.influence, 1)
      }
    }
  }

  /// Share of the drift that remains since the previous fixation; nil without drift.
  private func decay(_ block: GeometryBlock, to look: Int) -> Double? {
    guard let drift else { return nil }
    guard block.sessions[look] == block.sessions[look - 1] else { return 0 }
    return exp(-(block.times[look] - block.times[look - 1]) / drift.time)
  }

  private mutating func add(
    _ look: Int, _ block: GeometryBlock, _ row: inout InfluentialRow, _ score: inout RowInfluence,
    _ chains: inout [RowInfluence]
  ) {
    var leverage = 0.0
    for axis in 0..<2 {
      row.set(2 * look + axis)
      let residual = block.residuals[2 * look + axis]
      score.add(row.influence, times: residual)
      for i in sum.indices { sum[i] += row.device[i] * residual }
      byModel.add(row.influence, 1)
      for i in deviceSquares.indices { deviceSquares[i] += fourth(row.moved[i]) }
      for k in ownSquares.indices { ownSquares[k] += fourth(row.influence.l[k]) }
      leverage += row.deviceLeverage
      leverage += row.ownLeverage
      if let drift {
        byDrift.add(row.influence, drift.slow + drift.white)
        withoutChain.add(row.influence, drift.slow + drift.white)
        byDrift.addPair(row.influence, chains[axis], drift.slow)
        chains[axis].add(row.influence, times: 1)
      }
    }
    byFixation.add(score, 1 / max(1 - leverage / 2, 0.05))
  }
}

private func fourth(_ x: Double) -> Double { x * x * x * x }

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
  var u, l: [Double]

  mutating func add(_ other: RowInfluence, times factor: Double) {
    for i in u.indices { u[i] += other.u[i] * factor }
    for k in l.indices { l[k] += other.l[k] * factor }
  }

  mutating func scale(by factor: Double) {
    for i in u.indices { u[i] *= factor }
    for k in l.indices { l[k] *= factor }
  }
}

/// One row of the Jacobian with its influence. There are thousands of rows in a fit, so each is written over the last
/// one: arrays of its own took half of the time.
private struct InfluentialRow {
  private let block: GeometryBlock
  private let deviceInverse, ownInverse, gain: Matrix
  private let functionals: [Sandwich.Functional]

  /// Derivatives by the device's and the person's own parameters.
  private(set) var device: [Double]
  private var own: [Double]
  private(set) var influence: RowInfluence
  /// Shift of the device's parameters due to the row, and of the person's own, on a known device.
  private(set) var moved: [Double]
  private var ownMoved: [Double]

  init(
    _ block: GeometryBlock, _ inverse: ArrowInverse, _ person: Int, device d: Int, _ functionals: [Sandwich.Functional]
  ) {
    (self.block, self.functionals) = (block, functionals)
    (deviceInverse, ownInverse, gain) = (inverse.device, inverse.own[person], inverse.gains[person])
    (device, moved) = (.zeros(d), .zeros(d))
    (own, ownMoved) = (.zeros(block.own.count), .zeros(block.own.count))
    influence = RowInfluence(u: device, l: .zeros(block.own.count + functionals.count))
  }

  mutating func set(_ row: Int) {
    for i in device.indices { device[i] = block.device(row, i) }
    for k in own.indices { own[k] = block.own(row, k) }
    update()
  }

  /// Becomes the row of a prior of one of the person's own parameters.
  mutating func set(prior index: Int, _ slope: Double) {
    for i in device.indices { device[i] = 0 }
    for k in own.indices { own[k] = k == index ? slope : 0 }
    update()
  }

  /// Share of the row in its own prediction, through the device's parameters and through the person's own.
  var deviceLeverage: Double { moved.indices.sum { moved[$0] * influence.u[$0] } }
  var ownLeverage: Double { own.indices.sum { ownMoved[$0] * own[$0] } }

  private mutating func update() {
    for i in device.indices {
      var sum = device[i]
      for k in own.indices where own[k] != 0 { sum -= gain[k, i] * own[k] }
      influence.u[i] = sum
    }
    for i in moved.indices { moved[i] = device.indices.sum { deviceInverse[i, $0] * influence.u[$0] } }
    for k in own.indices {
      ownMoved[k] = own.indices.sum { ownInverse[k, $0] * own[$0] }
      var sum = ownMoved[k]
      for i in moved.indices { sum -= gain[k, i] * moved[i] }
      influence.l[k] = sum
    }
    for (n, (v, o)) in functionals.enumerated() {
      var sum = 0.0
      for i in moved.indices { sum += v[i] * moved[i] }
      for k in own.indices { sum += o[k] * influence.l[k] }
      influence.l[own.count + n] = sum
    }
  }
}
