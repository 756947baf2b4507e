import GazePipeline
import GazeRecording
private import PortableFoundation

/// Fits the mounting and lag of headphones to attitudes that are known from another source: the mounting (3 numbers),
/// the yaw's offset and drift, and the latency.
///
/// Samples follow each other faster than their noise changes, and the yaw walks at random, so ordinary intervals would
/// be many times too narrow. The noise is therefore whitened by a first-order autoregression per axis, estimated from
/// the residuals (Cochrane & Orcutt 1949). The walk is part of the model, with its assumed size as its prior. The
/// scatter that remains between stretches of two seconds widens the intervals.
///
/// The references have errors, too. For a nearly still head, reference noise makes mounting and yaw offset look
/// separable to first order; the exact sum of squares has nearly no curvature in that direction and shows that they are
/// not. The covariance therefore uses the exact Hessian, not the first-order one (`curvedCovariance`).
///
/// x holds the numbers of `HeadMotionParameter`, then the walk's knots after the first, then the jumps; the rows are
/// three for each pair (its axes), one for each knot, one for each number with a prior. `problem` states both in its
/// residuals and in its Jacobian, and `HeadMotionModel` the places in x.
package struct HeadMotionFit {
  package struct Priors: Equatable {
    /// rad, per axis.
    package var mounting = 20.0.radians
    /// rad.
    package var yawOffset = Double.pi
    /// rad/s.
    package var yawDrift = 5.0.radians / 60
    /// s.
    package var latency = 0.12
    var latencySigma = 0.06
    /// Random walk of the yaw, rad/√s.
    package var yawWalk = 1.0.radians / 60.0.squareRoot()
    /// Accuracy with which people look straight ahead when asked, rad.
    package var forward = 1.5.radians

    package init() {}
  }

  package struct Number: Equatable {
    /// `value`: radians, radians per second or seconds.
    package var value, standardError, priorSigma: Double
    /// Share learned from the data.
    package var learned: Double { max(1 - standardError * standardError / (priorSigma * priorSigma), 0) }
  }

  package struct Estimate {
    /// By `HeadMotionParameter`. Without references only the two yaw numbers are present.
    package var numbers: [Number?]
    package var condition: Double?
    package var stop: String
    /// rad.
    package var residualRMS: Double
    package var samples, outliers: Int
    /// Seconds from the first reference to the last.
    package var span: Double
    package var hasGyro = true
    /// Number of times that the person was asked to look straight ahead; nil if attitudes were known.
    package var cues: Int?
  }

  package let priors: Priors
  /// Shortest time between the knots of the walk, seconds. A long take has longer times between knots, so that the size
  /// of the fit does not grow with the take.
  private static let knot = 10.0
  /// `slow`: turning rate below which a head is nearly still, rad/s. Assumed: a few times a gyro's noise; `far`:
  /// whitened residual above which a residual cannot be explained by noise.
  private static let mostKnots = 60.0, slow = 2.0.radians, far = 6.0

  package init(_ priors: Priors = Priors()) { self.priors = priors }

  /// Fits one take; nil if nothing in it gives the head's attitude.
  ///
  /// - Throws: `LeastSquaresError`.
  package func fit(_ take: HeadTake) throws(LeastSquaresError) -> Estimate? {
    if take.hasReference, let estimate = try fitAttitudes(take) { return estimate }
    return try fitCues(take)
  }

  private func fitAttitudes(_ take: HeadTake) throws(LeastSquaresError) -> Estimate? {
    var latency = priors.latency
    var noise = HeadMotionNoise()
    var x: [Double] = []
    var best: LeastSquaresSolution?
    var model: HeadMotionModel?
    var kept: Set<Int> = []
    let knot = max(Self.knot, take.length / Self.mostKnots)
    for round in 0..<7 {
      guard let paired = HeadMotionModel(take, latency: latency, knot: knot) else { return nil }
      guard 3 * paired.pairs.count > paired.count else {
        throw .underdetermined(residuals: 3 * paired.pairs.count, parameters: paired.count)
      }
      if x.isEmpty { x = start(paired) }
      kept = round < 2 ? [] : outliers(paired, x, noise)
      // If only the references' noise seems to separate two numbers, each step is a small share of the way, and there
      // is no minimum to reach. A few steps are then enough, and another method would do no better. The tolerance of
      // the gradient is a step of a thousandth of a standard error.
      let options = LeastSquares.Options(
        fallsBack: false, solver: .cholesky, xTolerance: 1e-9, gTolerance: 1e-6, maximumIterations: 15)
      let found = try LeastSquares.solve(problem(paired, noise, without: kept), from: x, options: options)
      let moved = abs(found.x[HeadMotionParameter.latency] - latency)
      (x, best, model) = (found.x, found, paired)
      let residuals = paired.pairs.map { paired.residual(found.x, $0) }
      latency = min(max(found.x[HeadMotionParameter.latency], -0.5), 1)
      noise = HeadMotionNoise(residuals, paired.pairs)
      if round > 3, moved < 1e-4 || !found.stop.isConverged { break }
    }
    guard let best, let model else { return nil }
    let residuals = model.pairs.map { model.residual(best.x, $0) }
    let spread = max(longRun(best.residuals, model), 1).squareRoot()
    let sigmas = priorSigmas
    let covariance = best.curvedCovariance(
      of: problem(model, noise, without: kept), bending: Array(0..<HeadMotionParameter.count))
    let coarseness = coarseness(take, model)
    let numbers = (0..<HeadMotionParameter.count).map { i -> Number? in
      guard let variance = covariance?[i, i], variance >= 0 else { return nil }
      let known = variance * spread * spread + (i == HeadMotionParameter.latency ? coarseness * coarseness : 0)
      // The error is limited to the prior's, since data never increase the uncertainty of a number.
      let error = min(known.squareRoot(), sigmas[i])
      return Number(value: best.x[i], standardError: error, priorSigma: sigmas[i])
    }
    let square = residuals.sum { $0.dot($0) } / Double(residuals.count)
    return Estimate(
      numbers: numbers, condition: best.condition,
      stop: best.stop.rawValue, residualRMS: square.squareRoot(), samples: model.pairs.count, outliers: kept.count,
      span: model.pairs[model.pairs.count - 1].time - model.pairs[0].time, hasGyro: take.hasGyro)
  }

  /// Error that the latency's standard error leaves out, seconds. Noise in the turn from sample to sample draws the
  /// latency to whole samples: a gyro's noise does so when the head hardly turns, by up to half a sample; without a
  /// gyro the attitudes' noise does so by up to a quarter of a sample, however the head turns.
  private func coarseness(_ take: HeadTake, _ model: HeadMotionModel) -> Double {
    let interval = HeadMotionModel.interval(take.samples)
    guard take.hasGyro else { return interval / 4 }
    let square = model.pairs.sum { $0.rate.dot($0.rate) } / Double(model.pairs.count)
    return interval / 2 * Self.slow * Self.slow / (Self.slow * Self.slow + square)
  }

  /// Standard deviation of each parameter's prior, in the order of `HeadMotionParameter`.
  private var priorSigmas: [Double] {
    [priors.mounting, priors.mounting, priors.mounting, priors.yawOffset, priors.yawDrift, priors.latencySigma]
  }

  /// Start of the fit: the yaw's offset is computed from the first pairs, and all other numbers have their expected
  /// values.
  private func start(_ model: HeadMotionModel) -> [Double] {
    var x = [Double].zeros(model.count)
    var sum = Vector2.zero
    for pair in model.pairs.prefix(200) {
      let yaw = (pair.attitude * pair.reference.inverse).headYaw
      sum += SIMD2(cos(yaw), sin(yaw))
    }
    x[HeadMotionParameter.yawOffset] = atan2(sum.y, sum.x)
    x[HeadMotionParameter.latency] = priors.latency
    return x
  }

  /// Pairs whose innovation is too large to be noise. The pair after each of these is included, since its innovation
  /// depends on the one before.
  private func outliers(_ model: HeadMotionModel, _ x: [Double], _ noise: HeadMotionNoise) -> Set<Int> {
    var far: Set<Int> = []
    var last = Vector3.zero
    for (i, pair) in model.pairs.enumerated() {
      let e = model.residual(x, pair)
      let white = Self.white(e, pair.isNext ? last : nil, noise.memory(step(model, i)), noise.sigma)
      if max(abs(white.x), max(abs(white.y), abs(white.z))) > Self.far { far.formUnion([i, i + 1]) }
      last = e
    }
    // If much of the data is far off, the model is wrong, not the data.
    return far.count > model.pairs.count / 5 ? [] : far.filter { $0 < model.pairs.count }
  }

  private func step(_ model: HeadMotionModel, _ i: Int) -> Double {
    i > 0 ? model.pairs[i].time - model.pairs[i - 1].time : 0
  }

  private static func white(
    _ e: Vector3, _ last: Vector3?, _ memory: Vector3, _ sigma: Vector3
  ) -> Vector3 {
    guard let last else { return e / sigma }
    return (e - memory * last) / (sigma * (1 - memory * memory).squareRoot())
  }

  /// Problem with three whitened rows per pair, followed by the walk's steps and the priors.
  func problem(
    _ model: HeadMotionModel, _ noise: HeadMotionNoise, without outliers: Set<Int> = []
  ) -> LeastSquaresProblem {
    let n = 3 * model.pairs.count
    let walk = max(priors.yawWalk, 1e-7) * model.knot.squareRoot()
    // Numbers with a prior: place in x, mean, standard deviation.
    var known = priorSigmas.enumerated().map { ($0, $0 == HeadMotionParameter.latency ? priors.latency : 0, $1) }
    known += (0..<model.jumps).map { (model.jump($0 + 1), 0, priors.yawOffset) }
    let knowledge = known.filter { $0.2 > 0 }
    return LeastSquaresProblem(
      parameterCount: model.count, residualCount: n + model.knots + knowledge.count,
      residuals: { x, r in
        var last = Vector3.zero
        for (i, pair) in model.pairs.enumerated() {
          let e = model.residual(x, pair)
          let row = Self.white(e, pair.isNext ? last : nil, noise.memory(step(model, i)), noise.sigma)
          let weight = outliers.contains(i) ? 0.0 : 1
          for axis in 0..<3 { r[3 * i + axis] = row[axis] * weight }
          last = e
        }
        for k in 0..<model.knots {
          let below = k == 0 ? 0 : x[HeadMotionParameter.count + k - 1]
          r[n + k] = (x[HeadMotionParameter.count + k] - below) / walk
        }
        for (row, (place, mean, sigma)) in knowledge.enumerated() {
          r[n + model.knots + row] = (x[place] - mean) / sigma
        }
      },
      jacobian: { x, j in
        let zero = [Vector3](repeating: .zero, count: model.count)
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
          // Columns that this row and the previous one touch: all others stay 0.
          for near in [touched.now, touched.last] {
            for k in near {
              let row = Self.white(now[k], pair.isNext ? last[k] : nil, memory, noise.sigma)
              for axis in 0..<3 { j[3 * i + axis, k] = row[axis] * weight }
            }
          }
          swap(&last, &now)
          swap(&touched.last, &touched.now)
        }
        for k in 0..<model.knots {
          if k > 0 { j[n + k, HeadMotionParameter.count + k - 1] = -1 / walk }
          j[n + k, HeadMotionParameter.count + k] = 1 / walk
        }
        for (row, (place, _, sigma)) in knowledge.enumerated() { j[n + model.knots + row, place] = 1 / sigma }
      })
  }

  /// Variance of sums of whitened residuals over two seconds, relative to that of white noise: 1 if the autoregression
  /// explains all correlation.
  private func longRun(_ residuals: [Double], _ model: HeadMotionModel) -> Double {
    var (squares, rows) = (0.0, 0.0)
    var sums = Vector3.zero
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
}
