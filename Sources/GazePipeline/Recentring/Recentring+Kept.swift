extension Recentring {
  /// Offset that was measured with dots in one session, for a later session of the same person on the same device.
  ///
  /// Taps and reading have no part in it: what they taught is forgotten when the session ends. The numbers are
  /// biometric.
  public struct KeptOffset: Sendable, Equatable {
    /// Expected value of the offset's constant part, points per axis.
    public var mean: SIMD2<Double>
    /// Standard deviation of the constant part in the session in which it was measured, points per axis.
    public var deviation: SIMD2<Double>

    /// An offset from its numbers.
    public init(mean: SIMD2<Double>, deviation: SIMD2<Double>) {
      self.mean = mean
      self.deviation = deviation
    }

    /// Standard deviation of the part of a session's offset that belongs to that session alone, points per axis.
    /// Assumed: 1.3° at 35 cm, as for a person's calibration; sessions were not measured.
    static let session = 55.0

    /// The offset as expected in another session.
    ///
    /// Let each session's offset be p + s, with p ~ N(0, spread² − session²) of the person and s ~ N(0, session²). For
    /// an offset that was found to be N(m, v) in one session,
    ///
    ///     another session's offset ~ N(k·m, (1 − k²)·spread² + k²·v),   k = 1 − session²/spread²
    func inAnotherSession(_ model: OffsetModel) -> KeptOffset {
      let most = model.spread * model.spread
      let share = max(1 - Self.session * Self.session / max(most, 1), 0)
      let variance = (1 - share * share) * most + share * share * deviation * deviation
      return KeptOffset(mean: share * mean, deviation: variance.squareRoot())
    }

    var isSound: Bool { mean.isFinite && deviation.isFinite && deviation.min() > 0 }
  }

  /// The offset measured with dots alone; nil before a dot of this session was used. Pass it on only with the consent
  /// of the person, and keep it on the device.
  public var kept: KeptOffset? { byDots.kept }

  /// Begins with an offset of an earlier session, which its user agreed to keep. It is applied in part and with a wider
  /// uncertainty, because sessions differ. Numbers that are not finite are ignored, as is an offset beyond the cap.
  ///
  /// Call this before the first frame: the knowledge of the present session is replaced.
  public mutating func begin(with kept: KeptOffset) {
    guard kept.isSound, max(kept.mean.max(), -kept.mean.min()) <= settings.cap else { return }
    let expected = kept.inAnotherSession(settings.model)
    let variance = expected.deviation * expected.deviation
    x = DriftingOffset(settings.model, mean: expected.mean.x, variance: variance.x)
    y = DriftingOffset(settings.model, mean: expected.mean.y, variance: variance.y)
    byDots = DotOffset(x, y)
    hasLearned = SIMDMask(repeating: true)
    let unknown = DriftingOffset(settings.model).variance
    reading?.observe(
      OffsetObservation(mean: expected.mean, variance: SIMD2(x.variance, y.variance), unknown: unknown))
  }
}

/// Offset learned from dots alone.
struct DotOffset: Sendable, Equatable {
  private var x: DriftingOffset, y: DriftingOffset
  private var count = 0

  init(_ x: DriftingOffset, _ y: DriftingOffset) { (self.x, self.y) = (x, y) }

  mutating func move(_ step: OffsetModel.Step) {
    x.move(step)
    y.move(step)
  }

  mutating func observe(_ seen: OffsetObservation) {
    x.observe(surprise: seen.offset.x - x.mean, noise: seen.noise.x)
    y.observe(surprise: seen.offset.y - y.mean, noise: seen.noise.y)
    count += 1
  }

  func scaled(by scale: SIMD2<Double>, adding growth: Double, most: Double) -> DotOffset {
    var next = self
    next.x.scale(by: scale.x, adding: growth, most: most)
    next.y.scale(by: scale.y, adding: growth, most: most)
    return next
  }

  var kept: Recentring.KeptOffset? {
    guard count > 0 else { return nil }
    return Recentring.KeptOffset(
      mean: SIMD2(x.constant, y.constant),
      deviation: SIMD2(x.constantVariance, y.constantVariance).squareRoot())
  }
}

extension DriftingOffset {
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
}
