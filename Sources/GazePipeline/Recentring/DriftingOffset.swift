/// Kalman filter of the pointer's offset along one axis, points: the pointer minus the true gaze.
///
/// The offset is the sum of a constant c and a slow drift d:
///
///     c ~ N(0, spread²) + N(0, wander²·t),   d′ = a·d + N(0, drift²·(1 − a²)),   a = exp(−Δt/time)
///     observation z = c + d + N(0, noise²)
///
/// The drift forgets itself within `time`, so an offset that was measured once keeps only its constant part.
package struct DriftingOffset: Sendable, Equatable {
  /// Smallest variance of constant and drift, points²: rounding must not make it 0 or negative.
  private static let least = 1e-6

  /// Expected values of constant and drift.
  package private(set) var constant = 0.0, drift = 0.0
  /// Variances and covariance of constant and drift.
  package private(set) var constantVariance: Double, covariance = 0.0, driftVariance: Double

  /// The offset before any observation.
  package init(_ model: OffsetModel) {
    constantVariance = model.spread * model.spread
    driftVariance = model.drift * model.drift
  }

  /// An offset of which the constant part is known to be N(mean, variance), and the drift is unknown.
  init(_ model: OffsetModel, mean: Double, variance: Double) {
    // The observation that leaves this constant, taken in while there is no drift.
    var still = model
    still.drift = 0
    self.init(still)
    let seen = OffsetObservation(mean: SIMD2(mean, 0), variance: SIMD2(variance, 1), unknown: constantVariance)
    if seen.noise.x.isFinite { observe(surprise: seen.offset.x, noise: seen.noise.x) }
    move(model.step(0), jump: model.drift * model.drift)
  }

  /// Expected offset.
  package var mean: Double { constant + drift }
  /// Variance of the offset.
  package var variance: Double { constantVariance + 2 * covariance + driftVariance }

  /// Lets time pass; `jump` is an additional variance of the drift, such as that of a change of posture.
  package mutating func move(_ step: OffsetModel.Step, jump: Double = 0) {
    drift *= step.decay
    covariance *= step.decay
    driftVariance = driftVariance * step.decay * step.decay + step.driftVariance + jump
    constantVariance = min(constantVariance + step.constantVariance, step.most)
    limitCovariance()
  }

  /// Takes in an observation that differs by `surprise` from the expected offset.
  package mutating func observe(surprise: Double, noise: Double) {
    let total = variance + noise
    let (gain, slow) = ((constantVariance + covariance) / total, (covariance + driftVariance) / total)
    constant += gain * surprise
    drift += slow * surprise
    constantVariance = max(constantVariance - gain * gain * total, Self.least)
    covariance -= gain * slow * total
    driftVariance = max(driftVariance - slow * slow * total, Self.least)
    limitCovariance()
  }

  /// Measures the offset in points of another size, of which `scale` make one of the present size, and makes its
  /// constant part less certain.
  ///
  /// - Parameters:
  ///   - growth: variance that is added to that of the constant part.
  ///   - most: largest variance of the constant part.
  mutating func scale(by scale: Double, adding growth: Double, most: Double) {
    (constant, drift) = (scale * constant, scale * drift)
    constantVariance = max(min(scale * scale * constantVariance + growth, most), Self.least)
    covariance *= scale * scale
    driftVariance *= scale * scale
    limitCovariance()
  }

  /// Keeps the covariance matrix positive, which rounding and the limits above could end.
  @inline(__always)
  private mutating func limitCovariance() {
    let most = 0.999999 * constantVariance * driftVariance
    guard covariance * covariance > most else { return }
    covariance = covariance < 0 ? -most.squareRoot() : most.squareRoot()
  }

  /// The offset as known after an observation.
  func observing(surprise: Double, noise: Double) -> DriftingOffset {
    var next = self
    next.observe(surprise: surprise, noise: noise)
    return next
  }

  /// An observation before its value is known: all that depends on the offset and the noise alone, computed once for
  /// many possible values. The gains are those of `observe`; `DriftingOffsetTests` compares the bits of the two.
  struct Expectation: Sendable, Equatable {
    private let after: DriftingOffset
    private let gain: Double, slow: Double
    /// The density is `peak` · exp(`slope` · surprise²), and 0 from `most` = surprise² on.
    private let slope: Double, peak: Double, most: Double
    /// Number of standard deviations from which on a density counts as 0: there it is 1e-13 of its peak.
    private static let farthest = 7.75

    init(_ offset: DriftingOffset, noise: Double) {
      let variance = offset.variance + noise
      (slope, peak) = (-0.5 / variance, 1 / (2 * Double.pi * variance).squareRoot())
      most = variance * Self.farthest * Self.farthest
      gain = (offset.constantVariance + offset.covariance) / variance
      slow = (offset.covariance + offset.driftVariance) / variance
      after = offset.observing(surprise: 0, noise: noise)
    }

    /// Density of an observation that differs by `surprise` from the expected offset; 0 if it is far off.
    @inline(__always)
    func density(_ surprise: Double) -> Double {
      let square = surprise * surprise
      return square < most ? peak * Elementary.exp(slope * square) : 0
    }

    /// The offset as known after this observation.
    @inline(__always)
    func offset(_ surprise: Double) -> DriftingOffset {
      var next = after
      next.constant += gain * surprise
      next.drift += slow * surprise
      return next
    }
  }

  /// Sums from which the moments of a mixture of offsets are formed.
  struct Mixture: Sendable, Equatable {
    private(set) var weight = 0.0
    private var constant = 0.0, drift = 0.0
    private var constantSquare = 0.0, product = 0.0, driftSquare = 0.0

    /// Adds an offset with a weight ≥ 0.
    @inline(__always)
    mutating func add(_ offset: DriftingOffset, _ share: Double) {
      weight += share
      constant += share * offset.constant
      drift += share * offset.drift
      constantSquare += share * (offset.constantVariance + offset.constant * offset.constant)
      product += share * (offset.covariance + offset.constant * offset.drift)
      driftSquare += share * (offset.driftVariance + offset.drift * offset.drift)
    }

    /// Adds all offsets of another mixture.
    mutating func add(_ other: Mixture) {
      weight += other.weight
      constant += other.constant
      drift += other.drift
      constantSquare += other.constantSquare
      product += other.product
      driftSquare += other.driftSquare
    }

    /// The offset with the mixture's mean and covariance; `fallback` if the mixture is empty.
    func offset(or fallback: DriftingOffset) -> DriftingOffset {
      guard weight > 0 else { return fallback }
      var sum = fallback
      (sum.constant, sum.drift) = (constant / weight, drift / weight)
      sum.constantVariance = max(constantSquare / weight - sum.constant * sum.constant, least)
      sum.covariance = product / weight - sum.constant * sum.drift
      sum.driftVariance = max(driftSquare / weight - sum.drift * sum.drift, least)
      sum.limitCovariance()
      return sum
    }
  }
}

/// The pointer's offset along both axes of the screen, points.
struct ScreenOffset: Sendable, Equatable {
  var x: DriftingOffset, y: DriftingOffset

  /// The offset before any observation.
  init(_ model: OffsetModel) { (x, y) = (DriftingOffset(model), DriftingOffset(model)) }

  var mean: SIMD2<Double> { SIMD2(x.mean, y.mean) }
  var variance: SIMD2<Double> { SIMD2(x.variance, y.variance) }

  mutating func move(_ step: OffsetModel.Step) {
    x.move(step)
    y.move(step)
  }

  /// Takes in an observation on the axes on which it says something.
  mutating func observe(_ seen: OffsetObservation) {
    if seen.noise.x.isFinite { x.observe(surprise: seen.offset.x - x.mean, noise: seen.noise.x) }
    if seen.noise.y.isFinite { y.observe(surprise: seen.offset.y - y.mean, noise: seen.noise.y) }
  }

  mutating func scale(by scale: SIMD2<Double>, adding growth: Double, most: Double) {
    x.scale(by: scale.x, adding: growth, most: most)
    y.scale(by: scale.y, adding: growth, most: most)
  }
}

/// Assumed size and speed of the pointer's offset, which no one has published. Points; a degree is about 42 points at
/// 35 cm. `Recentring` (`unknown`, `turnSpread`) and `KeptOffset.session` state numbers on the same scale, and nothing
/// checks that they go together.
public struct OffsetModel: Sendable, Equatable {
  /// Standard deviation per axis of the part that stays for a session. Assumed: 2°, which is most of the published raw
  /// error (3.2°).
  public var spread = 90.0
  /// Growth of that part's uncertainty, points per √second. Assumed.
  public var wander = 1.0
  /// Standard deviation per axis of the slow drift. Assumed: 1°.
  public var drift = 42.0
  /// Time constant of the slow drift, seconds. Assumed.
  public var time = 20.0

  /// The default model.
  public init() {}

  /// Effect of a time step, computed once for all offsets that take it.
  package struct Step: Sendable {
    package let decay: Double
    let driftVariance: Double, constantVariance: Double
    /// Largest variance of the constant part.
    let most: Double
  }

  /// The effect of `seconds` ≥ 0.
  package func step(_ seconds: Double) -> Step {
    let decay = Elementary.exp(-max(seconds, 0) / max(time, 1e-3))
    return Step(
      decay: decay, driftVariance: drift * drift * (1 - decay * decay), constantVariance: wander * wander * seconds,
      most: spread * spread)
  }
}
