import GazePipeline
private import PortableFoundation

/// Places of μ (3 numbers), ψ₀, r and L in x and in `HeadMotionFit.Estimate.numbers`. The walk's knots follow in x.
/// `HeadMotionFit.priorSigmas` and the end of `fitCues` list numbers in this order.
package enum HeadMotionParameter {
  package static let mounting = 0..<3, yawOffset = 3, yawDrift = 4, latency = 5
  static let count = 6

  static func mounting(of x: [Double]) -> Vector3 { SIMD3(x[0], x[1], x[2]) }
}

/// Attitude that headphones report for a head whose attitude is known from another source, and its derivatives by each
/// number.
///
///     P(t) = Rz(ψ(t)) · R(tⱼ) · m · exp(ω (t − L − tⱼ)),  e = log(P⁻¹ · q)
///
/// R is the reference at the sample tⱼ that is nearest to t − L, m = exp(μ) the mounting, and ω the gyro's rate over
/// the remaining time between them. ψ(t) = ψ₀ + r·(t − t₀) + w(t) + j, in which w is the yaw's random walk, linear
/// between knots, and j a jump for each connection after the first. References are never interpolated: interpolation
/// would smooth their noise by an amount that changes with L, and so bias L towards the value at which the noise is
/// smoothest.
struct HeadMotionModel {
  struct Pair {
    var time: Double
    var attitude: UnitQuaternion
    var reference: UnitQuaternion
    var referenceTime: Double
    var rate: Vector3
    /// True if the row follows the previous row without a gap.
    var isNext: Bool
    /// Number of the connection; 0 is the first.
    var session: Int
  }

  let pairs: [Pair]
  let start: Double
  let knot: Double
  let knots: Int
  /// Number of connections after the first.
  let jumps: Int

  /// Pairs each sample with the reference nearest to the time one latency before it.
  init?(_ take: HeadTake, latency: Double, knot: Double) {
    let samples = take.samples
    let known = samples.indices.filter { samples[$0].reference != nil }
    guard let first = known.first, let last = known.last else { return nil }
    let interval = Self.interval(samples)
    var pairs: [Pair] = []
    var j = 0
    var previous: Int?
    for i in samples.indices {
      let wanted = samples[i].time - latency
      while j + 1 < known.count,
        abs(samples[known[j + 1]].time - wanted) <= abs(samples[known[j]].time - wanted)
      { j += 1 }
      let found = samples[known[j]]
      guard let reference = found.reference, abs(found.time - wanted) <= interval,
        let rate = Self.rate(samples, i)
      else { continue }
      pairs.append(
        Pair(
          time: samples[i].time, attitude: samples[i].attitude, reference: reference, referenceTime: found.time,
          rate: rate,
          isNext: previous.map { $0 == i - 1 && samples[i].time - samples[$0].time < 2.5 * interval } ?? false,
          session: samples[i].session - samples[first].session))
      previous = i
    }
    self.pairs = pairs.filter { $0.session >= 0 }
    guard !self.pairs.isEmpty else { return nil }
    // Jumps are counted over the take's samples, not over the pairs, which change with the latency.
    jumps = samples[samples.count - 1].session - samples[first].session
    self.knot = knot
    start = samples[first].time
    knots = max(Int(((samples[last].time - start) / knot).rounded(.up)), 1)
  }

  /// Median time between samples, seconds.
  static func interval(_ samples: [HeadTake.Sample]) -> Double {
    Quantiles.upperMedian(zip(samples.dropFirst(), samples).map { $0.time - $1.time }) ?? 0.04
  }

  /// The gyro's turning rate, or else that of the neighbouring attitudes; nil if neither is known.
  private static func rate(_ samples: [HeadTake.Sample], _ i: Int) -> Vector3? {
    if samples[i].rate.isFinite { return samples[i].rate }
    let (a, b) = (samples[max(i - 1, 0)], samples[min(i + 1, samples.count - 1)])
    guard b.time - a.time > 0, b.time - a.time < 0.5 else { return nil }
    return (a.attitude.inverse * b.attitude).rotationVector / (b.time - a.time)
  }

  var count: Int { HeadMotionParameter.count + knots + jumps }

  /// Index in x of the jump of a connection after the first.
  func jump(_ session: Int) -> Int { HeadMotionParameter.count + knots + session - 1 }

  /// Position of a time between the walk's knots: the knot below, 0…knots − 1, and the share of the knot above. The
  /// walk is 0 at knot 0.
  func place(_ time: Double) -> (below: Int, share: Double) {
    let at = min(max((time - start) / knot, 0), Double(knots))
    let below = min(Int(at), knots - 1)
    return (below, at - Double(below))
  }

  private func yaw(_ x: [Double], _ pair: Pair) -> Double {
    let (below, share) = place(pair.time)
    let a = below == 0 ? 0 : x[HeadMotionParameter.count + below - 1]
    let jump = pair.session > 0 ? x[jump(pair.session)] : 0
    return x[HeadMotionParameter.yawOffset] + x[HeadMotionParameter.yawDrift] * (pair.time - start) + a
      + (x[HeadMotionParameter.count + below] - a) * share + jump
  }

  func residual(_ x: [Double], _ pair: Pair) -> Vector3 {
    (predicted(x, pair).inverse * pair.attitude).rotationVector
  }

  private func predicted(_ x: [Double], _ pair: Pair) -> UnitQuaternion {
    let m = UnitQuaternion(rotationVector: HeadMotionParameter.mounting(of: x)) ?? .identity
    let gap = pair.time - x[HeadMotionParameter.latency] - pair.referenceTime
    let between = UnitQuaternion(rotationVector: pair.rate * gap) ?? .identity
    return .aboutZ(yaw(x, pair)) * pair.reference * m * between
  }

  /// Derivatives of e of a pair by each parameter, written as (place, vector).
  func slopes(_ x: [Double], _ pair: Pair, _ write: (Int, Vector3) -> Void) {
    let mu = HeadMotionParameter.mounting(of: x)
    let m = UnitQuaternion(rotationVector: mu) ?? .identity
    let between =
      UnitQuaternion(rotationVector: pair.rate * (pair.time - x[HeadMotionParameter.latency] - pair.referenceTime))
      ?? .identity
    let inner = pair.reference * m * between
    let e = ((.aboutZ(yaw(x, pair)) * inner).inverse * pair.attitude).rotationVector
    let left = RotationJacobians.leftInverse(e)
    // P becomes P·exp(d): e falls by J(e)·d.
    let right = RotationJacobians.right(mu)
    for (k, column) in zip(HeadMotionParameter.mounting, [right.x, right.y, right.z]) {
      write(k, -left.times(between.inverse.apply(column)))
    }
    let byYaw = -left.times(inner.inverse.apply(SIMD3(0, 0, 1)))
    write(HeadMotionParameter.yawOffset, byYaw)
    write(HeadMotionParameter.yawDrift, byYaw * (pair.time - start))
    write(HeadMotionParameter.latency, left.times(pair.rate))
    let (below, share) = place(pair.time)
    if below > 0 { write(HeadMotionParameter.count + below - 1, byYaw * (1 - share)) }
    write(HeadMotionParameter.count + below, byYaw * share)
    if pair.session > 0 { write(jump(pair.session), byYaw) }
  }
}

/// Noise of a head's residuals per axis: its standard deviation and correlation time in a first-order autoregression.
///
///     e_k = φ_k·e_{k−1} + σ√(1 − φ_k²)·n,  φ_k = exp(−(t_k − t_{k−1})/τ)
struct HeadMotionNoise {
  /// rad.
  var sigma = Vector3(repeating: 1.0.radians)
  /// Correlation time, seconds; 0 means white noise.
  var time = Vector3.zero

  init() {}

  init(_ residuals: [Vector3], _ pairs: [HeadMotionModel.Pair]) {
    for axis in 0..<3 {
      var (squares, products, steps, count) = (0.0, 0.0, 0.0, 0.0)
      for i in residuals.indices {
        squares += residuals[i][axis] * residuals[i][axis]
        guard i > 0, pairs[i].isNext else { continue }
        products += residuals[i][axis] * residuals[i - 1][axis]
        steps += pairs[i].time - pairs[i - 1].time
        count += 1
      }
      let variance = squares / Double(max(residuals.count, 1))
      // Headphones have noise of at least 0.006° (1e-4 rad); with a smaller value the priors would be lost in rounding.
      sigma[axis] = max(variance.squareRoot(), 1e-4)
      guard count > 0, variance > 1e-14 else { continue }
      let phi = min(max(products / count / variance, 0), 0.998)
      time[axis] = phi > 1e-3 ? -(steps / count) / log(phi) : 0
    }
  }

  /// φ per axis over a step.
  func memory(_ step: Double) -> Vector3 {
    var phi = Vector3.zero
    for axis in 0..<3 where time[axis] > 0 { phi[axis] = exp(-step / time[axis]) }
    return phi
  }
}
