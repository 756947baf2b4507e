import GazePipeline
import GazeRecording

/// Fits how headphones sit and lag to attitudes that are known from elsewhere: the mounting (3), the yaw's offset and
/// drift, and the latency.
///
/// Samples follow each other faster than their noise changes, and the yaw walks at random: ordinary intervals would be
/// many times too narrow. So the noise is made white by a first-order autoregression an axis, found from the residuals
/// (Cochrane & Orcutt 1949), the walk is part of the model with its assumed size as its prior, and what scatter is still
/// left between stretches of two seconds widens the intervals.
package struct HeadMotionFit: Sendable {
  /// What is assumed before.
  package struct Priors: Sendable, Equatable {
    /// rad, an axis.
    package var mounting = 20.0.radians
    /// rad.
    package var yawOffset = Double.pi
    /// rad/s.
    package var yawDrift = 5.0.radians / 60
    /// s.
    package var latency = 0.12
    package var latencySigma = 0.06
    /// Random walk of the yaw, rad/√s.
    package var yawWalk = 1.0.radians / 60.0.squareRoot()
    /// How well people look straight ahead when asked, rad.
    package var forward = 1.5.radians

    /// The assumed ones.
    package init() {}
  }

  /// One number.
  package struct Number: Sendable, Equatable {
    /// Radians, seconds.
    package var value: Double
    package var standardError: Double
    package var priorSigma: Double
    /// Share learned from the data.
    package var learned: Double { max(1 - standardError * standardError / (priorSigma * priorSigma), 0) }
  }

  /// What was found.
  package struct Estimate: Sendable {
    /// Mounting about x, y, z; yaw offset; yaw drift; latency. Without references only the yaw's two are there.
    package var numbers: [Number?]
    package var condition: Double?
    package var stop: String
    /// rad.
    package var residualRMS: Double
    package var samples: Int
    package var outliers: Int
    /// Seconds from the first reference to the last.
    package var span: Double
    /// Times that the person was asked to look straight ahead; nil where attitudes were known.
    package var cues: Int?
  }

  package let priors: Priors
  /// Seconds between the knots of the walk.
  private static let knot = 10.0
  /// A whitened residual beyond this is no noise.
  private static let far = 6.0

  /// A fit with these assumptions.
  package init(_ priors: Priors = Priors()) { self.priors = priors }

  /// Fits one take; nil where nothing in it says where the head was.
  ///
  /// - Throws: `LeastSquaresFailure`.
  package func fit(_ take: HeadTake) throws(LeastSquaresFailure) -> Estimate? {
    if take.hasReference, let estimate = try fitAttitudes(take) { return estimate }
    return try fitCues(take)
  }

  private func fitAttitudes(_ take: HeadTake) throws(LeastSquaresFailure) -> Estimate? {
    var latency = priors.latency
    var noise = HeadMotionNoise()
    var x: [Double] = []
    var best: LeastSquaresSolution?
    var model: HeadMotionModel?
    var kept: Set<Int> = []
    for round in 0..<7 {
      guard let paired = HeadMotionModel(take, latency: latency, knot: Self.knot) else { return nil }
      guard 3 * paired.pairs.count > paired.count else {
        throw .underdetermined(residuals: 3 * paired.pairs.count, parameters: paired.count)
      }
      if x.isEmpty { x = start(paired) }
      kept = round < 2 ? [] : outliers(paired, x, noise)
      var options = LeastSquares.Options(solver: .cholesky)
      options.xTolerance = 1e-9
      options.gTolerance = 1e-9
      let found = try LeastSquares.solve(problem(paired, noise, without: kept), from: x, options: options)
      let moved = abs(found.x[5] - latency)
      (x, best, model) = (found.x, found, paired)
      let residuals = paired.pairs.map { paired.residual(found.x, $0) }
      latency = min(max(found.x[5], -0.5), 1)
      noise = HeadMotionNoise(residuals, paired.pairs)
      if round > 3, moved < 1e-4 { break }
    }
    guard let best, let model else { return nil }
    let residuals = model.pairs.map { model.residual(best.x, $0) }
    let spread = max(longRun(best.residuals, model), 1).squareRoot()
    let sigmas = priorSigmas
    let numbers = (0..<HeadMotionModel.fixed).map { i -> Number? in
      guard let variance = best.covariance?[i, i], variance >= 0 else { return nil }
      return Number(value: best.x[i], standardError: variance.squareRoot() * spread, priorSigma: sigmas[i])
    }
    let square = residuals.reduce(0) { $0 + $1.dot($1) } / Double(residuals.count)
    return Estimate(
      numbers: numbers, condition: best.reciprocalCondition > 0 ? 1 / best.reciprocalCondition : nil,
      stop: best.stop.rawValue, residualRMS: square.squareRoot(), samples: model.pairs.count, outliers: kept.count,
      span: model.pairs[model.pairs.count - 1].time - model.pairs[0].time)
  }

  private var priorSigmas: [Double] {
    [priors.mounting, priors.mounting, priors.mounting, priors.yawOffset, priors.yawDrift, priors.latencySigma]
  }

  /// The yaw's offset is told by the first pairs; all else starts where it is expected.
  private func start(_ model: HeadMotionModel) -> [Double] {
    var x = [Double](repeating: 0, count: model.count)
    var sum = SIMD2<Double>.zero
    for pair in model.pairs.prefix(200) {
      let yaw = (pair.attitude * pair.reference.inverse).headYaw
      sum += SIMD2(Elementary.cos(yaw), Elementary.sin(yaw))
    }
    x[3] = Elementary.atan2(sum.y, sum.x)
    x[5] = priors.latency
    return x
  }

  /// Pairs whose innovation no noise explains, with the one after them, which is told from them.
  private func outliers(_ model: HeadMotionModel, _ x: [Double], _ noise: HeadMotionNoise) -> Set<Int> {
    var far: Set<Int> = []
    var last = SIMD3<Double>.zero
    for (i, pair) in model.pairs.enumerated() {
      let e = model.residual(x, pair)
      let white = Self.white(e, pair.isNext ? last : nil, noise.memory(step(model, i)), noise.sigma)
      if max(abs(white.x), max(abs(white.y), abs(white.z))) > Self.far { far.formUnion([i, i + 1]) }
      last = e
    }
    // Where much is far off the model is wrong, not the data.
    return far.count > model.pairs.count / 5 ? [] : far.filter { $0 < model.pairs.count }
  }

  private func step(_ model: HeadMotionModel, _ i: Int) -> Double {
    i > 0 ? model.pairs[i].time - model.pairs[i - 1].time : 0
  }

  private static func white(
    _ e: SIMD3<Double>, _ last: SIMD3<Double>?, _ memory: SIMD3<Double>, _ sigma: SIMD3<Double>
  ) -> SIMD3<Double> {
    guard let last else { return e / sigma }
    let rest = SIMD3<Double>(repeating: 1) - memory * memory
    return (e - memory * last) / (sigma * SIMD3(rest.x.squareRoot(), rest.y.squareRoot(), rest.z.squareRoot()))
  }

  /// Three whitened rows a pair; then the walk's steps and the priors.
  func problem(
    _ model: HeadMotionModel, _ noise: HeadMotionNoise, without outliers: Set<Int> = []
  ) -> LeastSquaresProblem {
    let n = 3 * model.pairs.count
    let walk = max(priors.yawWalk, 1e-7) * model.knot.squareRoot()
    let base = LeastSquaresProblem(
      parameterCount: model.count, residualCount: n + model.knots,
      residuals: { x, r in
        var last = SIMD3<Double>.zero
        for (i, pair) in model.pairs.enumerated() {
          let e = model.residual(x, pair)
          let row = Self.white(e, pair.isNext ? last : nil, noise.memory(step(model, i)), noise.sigma)
          let weight = outliers.contains(i) ? 0.0 : 1
          for axis in 0..<3 { r[3 * i + axis] = row[axis] * weight }
          last = e
        }
        for k in 0..<model.knots {
          let below = k == 0 ? 0 : x[HeadMotionModel.fixed + k - 1]
          r[n + k] = (x[HeadMotionModel.fixed + k] - below) / walk
        }
      },
      jacobian: { x, j in
        let zero = [SIMD3<Double>](repeating: .zero, count: model.count)
        var (last, now) = (zero, zero)
        var touched: (last: [Int], now: [Int]) = ([], [])
        for (i, pair) in model.pairs.enumerated() {
          for k in touched.now { now[k] = .zero }
          touched.now.removeAll(keepingCapacity: true)
          model.slopes(x, pair) { k, slope in
            now[k] = slope
            touched.now.append(k)
          }
          let memory = noise.memory(step(model, i))
          let weight = outliers.contains(i) ? 0.0 : 1
          // What this row touches and what the one before it did.
          for k in 0..<model.count {
            let isNear = k < HeadMotionModel.fixed || touched.now.contains(k) || touched.last.contains(k)
            guard isNear else {
              for axis in 0..<3 { j[3 * i + axis, k] = 0 }
              continue
            }
            let row = Self.white(now[k], pair.isNext ? last[k] : nil, memory, noise.sigma)
            for axis in 0..<3 { j[3 * i + axis, k] = row[axis] * weight }
          }
          swap(&last, &now)
          swap(&touched.last, &touched.now)
        }
        for k in 0..<model.knots {
          for column in 0..<model.count { j[n + k, column] = 0 }
          if k > 0 { j[n + k, HeadMotionModel.fixed + k - 1] = -1 / walk }
          j[n + k, HeadMotionModel.fixed + k] = 1 / walk
        }
      })
    let means = [0, 0, 0, 0, 0, priors.latency]
    let sigmas = priorSigmas
    let jumps = (0..<model.jumps).compactMap { NormalPrior(model.jump($0 + 1), mean: 0, sigma: priors.yawOffset) }
    return base.adding(
      (0..<HeadMotionModel.fixed).compactMap { NormalPrior($0, mean: means[$0], sigma: sigmas[$0]) } + jumps)
  }

  /// The variance of sums of whitened residuals over two seconds, over what it is for white noise: 1 where the
  /// autoregression says it all.
  private func longRun(_ residuals: [Double], _ model: HeadMotionModel) -> Double {
    var (squares, rows) = (0.0, 0.0)
    var sums = SIMD3<Double>.zero
    var since: Double?
    for (i, pair) in model.pairs.enumerated() {
      if let start = since, pair.time - start >= 2 || !pair.isNext {
        squares += sums.dot(sums)
        (sums, since) = (.zero, nil)
      }
      if since == nil { since = pair.time }
      sums += SIMD3(residuals[3 * i], residuals[3 * i + 1], residuals[3 * i + 2])
      rows += 3
    }
    squares += sums.dot(sums)
    return rows > 0 ? squares / rows : 1
  }

  /// With looks straight ahead alone: the yaw's offset and drift.
  private func fitCues(_ take: HeadTake) throws(LeastSquaresFailure) -> Estimate? {
    let cues = take.allCues
    guard let first = cues.first, let last = cues.last else { return nil }
    let walk = max(priors.yawWalk, 1e-7)
    let n = cues.count
    // ψ₀, r, the walk at each cue but the first, and a jump for each later connection.
    let sessions = cues.reduce(into: [Int]()) { if $0.last != $1.session { $0.append($1.session) } }
    let jumps = cues.map { cue in (sessions.firstIndex(of: cue.session) ?? 0) - 1 }
    let count = 2 + n - 1 + sessions.count - 1
    let base = LeastSquaresProblem(
      parameterCount: count, residualCount: 2 * n - 1 + 2 + sessions.count - 1,
      residuals: { x, r in
        for (i, cue) in cues.enumerated() {
          let walked = i == 0 ? 0 : x[1 + i]
          let jump = jumps[i] >= 0 ? x[n + 1 + jumps[i]] : 0
          let yaw = x[0] + x[1] * (cue.time - first.time) + walked + jump
          r[i] = HeadAngles.wrapped(yaw - cue.yaw) / priors.forward
          if i > 0 {
            r[n + i - 1] = (walked - (i == 1 ? 0 : x[i])) / (walk * (cue.time - cues[i - 1].time).squareRoot())
          }
        }
        r[2 * n - 1] = x[0] / priors.yawOffset
        r[2 * n] = x[1] / priors.yawDrift
        for k in 1..<sessions.count { r[2 * n + k] = x[n + k] / priors.yawOffset }
      },
      jacobian: { _, j in
        for row in 0..<j.rows { for column in 0..<j.columns { j[row, column] = 0 } }
        for (i, cue) in cues.enumerated() {
          j[i, 0] = 1 / priors.forward
          j[i, 1] = (cue.time - first.time) / priors.forward
          if jumps[i] >= 0 { j[i, n + 1 + jumps[i]] = 1 / priors.forward }
          guard i > 0 else { continue }
          j[i, 1 + i] = 1 / priors.forward
          let step = walk * (cue.time - cues[i - 1].time).squareRoot()
          j[n + i - 1, 1 + i] = 1 / step
          if i > 1 { j[n + i - 1, i] = -1 / step }
        }
        j[2 * n - 1, 0] = 1 / priors.yawOffset
        j[2 * n, 1] = 1 / priors.yawDrift
        for k in 1..<sessions.count { j[2 * n + k, n + k] = 1 / priors.yawOffset }
      })
    let found = try LeastSquares.solve(base, from: [first.yaw] + [Double](repeating: 0, count: count - 1))
    func number(_ i: Int, _ prior: Double) -> Number? {
      guard let variance = found.covariance?[i, i], variance >= 0 else { return nil }
      return Number(value: found.x[i], standardError: variance.squareRoot(), priorSigma: prior)
    }
    let squares = found.residuals.prefix(n).reduce(0) { $0 + $1 * $1 }
    return Estimate(
      numbers: [nil, nil, nil, number(0, priors.yawOffset), number(1, priors.yawDrift), nil],
      condition: found.reciprocalCondition > 0 ? 1 / found.reciprocalCondition : nil, stop: found.stop.rawValue,
      residualRMS: (squares / Double(n)).squareRoot() * priors.forward, samples: n, outliers: 0,
      span: last.time - first.time, cues: n)
  }
}
