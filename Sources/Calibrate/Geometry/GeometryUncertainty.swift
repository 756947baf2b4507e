import GazePipeline

/// Covariance of a geometry fit at its end, four times over.
///
///     plain     every sample is an independent witness: what JᵀJ of all samples says
///     model     every look is: C = (JᵀJ + P)⁻¹, its variance estimated from the looks' scatter
///     robust    C · (Σ_f g_f g_fᵀ/(1 − h_f) + P) · C, g_f = J_fᵀ r_f: looks are independent, whatever happens in each
///               (cluster-robust sandwich; the leverage h_f makes it unbiased where the model holds: HC2)
///     drift     C · (J_fᵀ V J + P) · C with V of `SlowDrift`: what is left over goes on from look to look
///
/// with J and r in units of sigma and P the priors' precision: a prior is one more row, whose variance is 1. People do not
/// look exactly at a dot (0.7° a look, say), which the plain error does not know; drift is what the robust one does not.
///
/// Errors that depend on pose or distance and differ between people make all looks of a person err together in what they
/// say of the device. From `enoughPeople` people on the scatter between people is compared with what looks explain (χ² at
/// 1 %), and where it is larger the device's parameter gets the sandwich whose clusters are people.
struct GeometryUncertainty {
  /// By column, in the fit's units; nil where nothing determines the parameter.
  let plain: [Double?]
  let standardErrors: [Double?]
  /// The robust one, the drift's where that is larger, or the people's.
  let robustStandardErrors: [Double?]
  /// By column: degrees of freedom of the robust one.
  let freedom: [Double]
  /// `ArrowInverse.condition` of the information with priors.
  let condition: Double?
  /// Parameters that the data, not the priors, determine: trace of C · JᵀJ.
  let effectiveParameters: Double
  /// JᵀJ of the data alone, person by person.
  let normals: [NormalBlock]
  /// Slow drift that the residuals show.
  let drift: SlowDrift?
  /// By person: how far the pointer in the screen's middle may be off, (yaw, pitch), in degrees, in any session but for
  /// what that adds: plain and robust.
  let pointer: [(plain: SIMD2<Double>, robust: SIMD2<Double>, freedom: SIMD2<Double>)]
  /// By person: the scatter of the own looks over that of all.
  let scatter: [Double]
  /// Do people disagree on the device by more than their looks explain?
  let comparesPeople: Bool

  /// Fewest people whose scatter is worth a variance. With five, t(4) already makes the interval 1.4 times as wide.
  static let enoughPeople = 5

  init(_ problem: GeometryProblem, at x: [Double], wantsRobust: Bool = true) {
    let blocks = (0..<problem.personCount).map { problem.block($0, at: x) }
    let normals = blocks.map(\.normal)
    self.normals = normals
    let precisions = problem.columns.map(\.precision)
    let inverse = ArrowInverse(problem, normals, adding: precisions)
    condition = inverse.condition
    effectiveParameters = zip(inverse.variances, zip(precisions, inverse.isDetermined)).reduce(0) {
      $0 + ($1.1.1 ? max(1 - $1.0 * $1.1.0, 0) : 0)
    }
    let lookCount = Double(problem.weights.count { $0 > 0 })
    let ordinary = max(2 * lookCount - effectiveParameters, 1)
    guard wantsRobust else {
      standardErrors = inverse.deviations
      plain = standardErrors
      robustStandardErrors = standardErrors
      comparesPeople = false
      freedom = problem.columns.map { _ in ordinary }
      drift = nil
      pointer = []
      scatter = []
      return
    }
    let functionals = (0..<problem.personCount).map { problem.pointer($0, at: x) }
    let samples = Self.plainScale(problem, at: x)
    let plainInverse = ArrowInverse(problem, normals, adding: precisions.map { $0 * samples })
    plain = plainInverse.deviations.map { $0.map { $0 * samples.squareRoot() } }
    let scatter = blocks.map { Self.scatter(problem, $0) }
    self.scatter = scatter
    drift = SlowDrift(Self.series(problem, blocks, scatter))
    let sandwich = Sandwich(problem, blocks, inverse, drift: drift, scatter, functionals)
    pointer = functionals.enumerated().map { person, own in
      func error(_ inverse: ArrowInverse) -> SIMD2<Double> {
        let pair = own.map { max(inverse.variance(person, device: $0.device, own: $0.own), 0).squareRoot() }
        return SIMD2(pair[0], pair[1])
      }
      let byLook = sandwich.pointerByLook[person].map { max($0, 0).squareRoot() }
      let byDrift = sandwich.pointerByDrift?[person].map { max($0, 0).squareRoot() } ?? byLook
      return (
        error(plainInverse) * samples.squareRoot(),
        SIMD2(max(byLook[0], byDrift[0]), max(byLook[1], byDrift[1])),
        SIMD2(sandwich.pointerFreedom[person][0], sandwich.pointerFreedom[person][1])
      )
    }
    func deviations(_ variances: [Double]) -> [Double?] {
      zip(variances, inverse.isDetermined).map { $1 && $0 >= 0 && $0.isFinite ? $0.squareRoot() : nil }
    }
    // A kept parameter is as far off as the data sheet, and the others follow it.
    standardErrors =
      problem.columns.contains(where: \.isKept) ? deviations(sandwich.byModel) : inverse.deviations
    var errors = deviations(sandwich.byLook)
    if let drift = sandwich.byDrift {
      errors = zip(errors, deviations(drift)).map { a, b in a.flatMap { a in b.map { max(a, $0) } } }
    }
    var freedom = sandwich.freedom
    let people = problem.personCount
    var comparesPeople = false
    if people >= Self.enoughPeople {
      let limit = GSL.chiSquareQuantile(0.99, freedom: Double(people - 1)) / Double(people - 1)
      let byPerson = deviations(sandwich.byPerson)
      for i in 0..<problem.deviceCount {
        guard let shared = byPerson[i], let own = errors[i] else { continue }
        let priorPart = sandwich.priorPart[i]
        let scatter = shared * shared - priorPart
        if scatter > limit * max(own * own - priorPart, 0), shared > own {
          errors[i] = shared
          comparesPeople = true
          freedom[i] = Double(people - 1)
        }
      }
    }
    robustStandardErrors = errors
    self.freedom = freedom
    self.comparesPeople = comparesPeople
  }

  /// What a fit of all samples would say if they were independent, as a factor of a look's variance: that from the samples'
  /// scatter, counted each.
  private static func plainScale(_ problem: GeometryProblem, at x: [Double]) -> Double {
    var (square, samples) = (0.0, 0.0)
    for (index, look) in problem.model.looks.enumerated() where problem.weights[index] > 0 {
      guard let r = problem.residual(of: index, at: x) else { continue }
      square += Double(look.samples) * (r * r).sum() + look.scatter.sum()
      samples += Double(look.samples)
    }
    let looks = Double(problem.weights.count { $0 > 0 })
    guard samples > looks, square > 0 else { return 1 }
    // Looks of about as many samples each: their mean number stands for all.
    let variance = square / max(2 * samples - Double(problem.columns.count), 1)
    return variance * looks / samples / (problem.sigma * problem.sigma)
  }

  /// How much more the looks of a person scatter than all do: trackers fail some people. From 20 looks on.
  private static func scatter(_ problem: GeometryProblem, _ block: GeometryBlock) -> Double {
    let looks = block.looks.count { problem.weights[$0] > 0 }
    guard looks >= 20 else { return 1 }
    let freedom = Double(2 * looks - block.own.count)
    let square = block.residuals.reduce(0) { $0 + $1 * $1 } / freedom
    return min(max(square.squareRoot(), 0.1), 10)
  }

  /// The residuals in the order of time, each person's divided by the own scatter, so that the loud ones do not speak
  /// for all.
  private static func series(
    _ problem: GeometryProblem, _ blocks: [GeometryBlock], _ scatter: [Double]
  ) -> [SlowDrift.Series] {
    var series: [SlowDrift.Series] = []
    for (person, block) in blocks.enumerated() {
      for axis in 0..<2 {
        var (open, session) = (SlowDrift.Series(times: [], residuals: []), -1)
        for (row, look) in block.looks.enumerated() where problem.weights[look] > 0 {
          if block.sessions[row] != session, !open.times.isEmpty {
            series.append(open)
            open = SlowDrift.Series(times: [], residuals: [])
          }
          session = block.sessions[row]
          open.times.append(block.times[row])
          open.residuals.append(
            block.residuals[2 * row + axis] * problem.sigma / (problem.weights[look].squareRoot() * scatter[person]))
        }
        if !open.times.isEmpty { series.append(open) }
      }
    }
    return series
  }
}

/// The variances of C · M · C for three kinds of M, by column.
private struct Sandwich {
  private(set) var byLook: [Double]
  private(set) var byDrift: [Double]?
  /// Where the model holds: the inverse's own where nothing is kept.
  private(set) var byModel: [Double]
  /// The device's columns only.
  private(set) var byPerson: [Double]
  /// Of `byLook`, by column: degrees of freedom after Satterthwaite, (Σ v)²/Σ v² over rows, v what a row contributes to the
  /// variance where the model holds; a prior's contribution is known and has none to lose.
  private(set) var freedom: [Double]
  /// The same of each person's functionals.
  private(set) var pointerFreedom: [[Double]]
  /// Of each person's functionals.
  private(set) var pointerByLook: [[Double]]
  private(set) var pointerByDrift: [[Double]]?
  /// What the device's own priors contribute to its columns.
  let priorPart: [Double]

  init(
    _ problem: GeometryProblem, _ blocks: [GeometryBlock], _ inverse: ArrowInverse, drift: SlowDrift?,
    _ scatter: [Double], _ functionals: [[(device: [Double], own: [Double])]]
  ) {
    let d = problem.deviceCount
    var devicePriors = Matrix(rows: d, columns: d)
    for i in 0..<d { devicePriors[i, i] = problem.columns[i].score(of: problem.columns[i].precision) }
    let scores = blocks.indices.map { person in
      PersonScores(problem, person, blocks[person], inverse, drift: drift, scatter[person], functionals[person])
    }
    func device(_ middle: Matrix) -> Matrix { inverse.device.times(middle).times(inverse.device) }
    priorPart = device(devicePriors).diagonal

    /// By column, and of each person's functionals.
    func variances(_ part: (PersonScores) -> PersonScores.Middle) -> ([Double], [[Double]]) {
      var total = devicePriors
      for score in scores { total.add(part(score).device) }
      var result = device(total).diagonal
      var pointers: [[Double]] = []
      for (person, score) in scores.enumerated() {
        let own = part(score)
        // The device's error that comes from other people moves this person's parameters too.
        var others = total
        others.add(own.device, times: -1)
        let moved = device(others)
        let m = blocks[person].own.count
        var all: [Double] = []
        for k in own.own.indices {
          let w =
            k < m
            ? (0..<d).map { inverse.gains[person][k, $0] }
            : inverse.eliminated(person, device: functionals[person][k - m].device, own: functionals[person][k - m].own)
          all.append(zip(moved.times(w), w).reduce(own.own[k]) { $0 + $1.0 * $1.1 })
        }
        result += all[..<m]
        pointers.append(Array(all[m...]))
      }
      return (result, pointers)
    }
    (byLook, pointerByLook) = variances(\.byLook)
    byModel = variances(\.byModel).0
    if drift != nil {
      let (columns, pointers) = variances(\.byDrift)
      (byDrift, pointerByDrift) = (columns, pointers)
    }
    var squares = [Double](repeating: 0, count: d)
    for score in scores { for i in 0..<d { squares[i] += score.deviceSquares[i] } }
    var (freedom, pointerFreedom) = ([Double](), [[Double]]())
    for i in 0..<d { freedom.append(Self.satterthwaite(byLook[i], squares[i])) }
    for (person, score) in scores.enumerated() {
      let own = problem.ownColumns[person]
      for (k, column) in own.enumerated() {
        freedom.append(Self.satterthwaite(byLook[column], score.ownSquares[k]))
      }
      var pointers: [Double] = []
      for k in functionals[person].indices {
        pointers.append(Self.satterthwaite(pointerByLook[person][k], score.ownSquares[own.count + k]))
      }
      pointerFreedom.append(pointers)
    }
    (self.freedom, self.pointerFreedom) = (freedom, pointerFreedom)
    var between = devicePriors
    for score in scores {
      // A person who alone says much of the device is followed by the fit.
      var leverage = 0.0
      for i in 0..<d { for j in 0..<d { leverage += inverse.device[i, j] * score.byModel.device[j, i] } }
      let factor = 1 / max(1 - leverage / Double(max(d, 1)), 0.1)
      for i in 0..<d { for j in 0..<d { between[i, j] += score.sum[i] * score.sum[j] * factor } }
    }
    byPerson = device(between).diagonal
  }

  private static func satterthwaite(_ variance: Double, _ squares: Double) -> Double {
    squares > 0 ? min(max(variance * variance / squares, 1), 1e6) : 1e6
  }
}

/// What one person's looks contribute to the middle of the sandwiches.
private struct PersonScores {
  /// Σ u uᵀ in the device's space, and the variances of the person's own parameters, then of the person's functionals,
  /// from the person's own rows.
  struct Middle {
    var device: Matrix
    var own: [Double]

    mutating func add(_ u: [Double], _ l: [Double], _ weight: Double) {
      for i in u.indices { for j in u.indices { device[i, j] += u[i] * u[j] * weight } }
      for k in l.indices { own[k] += l[k] * l[k] * weight }
    }

    mutating func addPair(_ u: [Double], _ v: [Double], _ l: [Double], _ m: [Double], _ weight: Double) {
      for i in u.indices { for j in u.indices { device[i, j] += (u[i] * v[j] + v[i] * u[j]) * weight } }
      for k in l.indices { own[k] += 2 * l[k] * m[k] * weight }
    }
  }

  private(set) var byLook: Middle
  private(set) var byDrift: Middle
  /// What `byLook` is where the model holds.
  private(set) var byModel: Middle
  /// Σ over looks of the scores, the person's parameters eliminated.
  private(set) var sum: [Double]
  /// Σ over rows of the squares of what each contributes to a variance: of the device's parameters, of the own ones and
  /// the functionals.
  private(set) var deviceSquares: [Double]
  private(set) var ownSquares: [Double]

  init(
    _ problem: GeometryProblem, _ person: Int, _ block: GeometryBlock, _ inverse: ArrowInverse, drift: SlowDrift?,
    _ scatter: Double, _ functionals: [(device: [Double], own: [Double])]
  ) {
    let (d, m) = (problem.deviceCount, block.own.count)
    let (gain, own) = (inverse.gains[person], inverse.own[person])
    let width = m + functionals.count
    let empty = Middle(device: Matrix(rows: d, columns: d), own: [Double](repeating: 0, count: width))
    (byLook, byDrift, byModel) = (empty, empty, empty)
    sum = [Double](repeating: 0, count: d)
    deviceSquares = sum
    ownSquares = [Double](repeating: 0, count: width)

    /// A row's direction in the device's space with the person eliminated, and its pull on the person's parameters.
    func influence(_ device: [Double], _ ownRow: [Double]) -> (u: [Double], l: [Double]) {
      var u = device
      for i in 0..<d { for k in 0..<m where ownRow[k] != 0 { u[i] -= gain[k, i] * ownRow[k] } }
      let moved = inverse.device.times(u)
      var l = own.times(ownRow)
      for k in 0..<m { for i in 0..<d { l[k] -= gain[k, i] * moved[i] } }
      for (v, o) in functionals {
        let shared = zip(v, moved).reduce(0) { $0 + $1.0 * $1.1 }
        l.append(zip(o, l).reduce(shared) { $0 + $1.0 * $1.1 })
      }
      return (u, l)
    }
    // Priors: rows of variance 1.
    for (k, column) in block.own.enumerated() {
      var row = [Double](repeating: 0, count: m)
      row[k] = problem.columns[column].precision.squareRoot()
      guard row[k] > 0 else { continue }
      let (u, l) = influence([Double](repeating: 0, count: d), row)
      byLook.add(u, l, 1)
      byDrift.add(u, l, 1)
      byModel.add(u, l, 1)
    }
    let ratio = drift.map {
      SIMD2($0.sd * $0.sd, $0.white * $0.white) * (scatter * scatter / (problem.sigma * problem.sigma))
    }
    var chains = [(u: [Double], l: [Double])](
      repeating: ([Double](repeating: 0, count: d), [Double](repeating: 0, count: width)), count: 2)
    for look in block.looks.indices where problem.weights[block.looks[look]] > 0 {
      var score = (u: [Double](repeating: 0, count: d), l: [Double](repeating: 0, count: width))
      var leverage = 0.0
      if let drift, look > 0 {
        let isSame = block.sessions[look] == block.sessions[look - 1]
        let decay = isSame ? Elementary.exp(-(block.times[look] - block.times[look - 1]) / drift.time) : 0
        for axis in 0..<2 {
          for i in 0..<d { chains[axis].u[i] *= decay }
          for k in 0..<width { chains[axis].l[k] *= decay }
        }
      }
      for axis in 0..<2 {
        let row = 2 * look + axis
        let device = (0..<d).map { block.device(row, $0) }
        let ownRow = (0..<m).map { block.own(row, $0) }
        let (u, l) = influence(device, ownRow)
        let r = block.residuals[row]
        for i in 0..<d {
          score.u[i] += u[i] * r
          sum[i] += device[i] * r
        }
        for k in 0..<width { score.l[k] += l[k] * r }
        byModel.add(u, l, 1)
        let moved = inverse.device.times(u)
        for i in 0..<d { deviceSquares[i] += moved[i] * moved[i] * moved[i] * moved[i] }
        for k in 0..<width { ownSquares[k] += l[k] * l[k] * l[k] * l[k] }
        leverage += zip(moved, u).reduce(0) { $0 + $1.0 * $1.1 }
        leverage += zip(own.times(ownRow), ownRow).reduce(0) { $0 + $1.0 * $1.1 }
        if let ratio {
          byDrift.add(u, l, ratio.x + ratio.y)
          byDrift.addPair(u, chains[axis].u, l, chains[axis].l, ratio.x)
          for i in 0..<d { chains[axis].u[i] += u[i] }
          for k in 0..<width { chains[axis].l[k] += l[k] }
        }
      }
      byLook.add(score.u, score.l, 1 / max(1 - leverage / 2, 0.05))
    }
  }
}
