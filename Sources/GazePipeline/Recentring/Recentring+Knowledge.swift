/// Knowledge of the offset to show.
extension Recentring {
  /// Why a dot would help.
  public enum DotReason: String, Sendable, Equatable, CaseIterable {
    /// The part of the offset that stays is not known: nothing has measured it, or that was long ago.
    case unknown
    /// The app shows text, but no line has fitted what the eyes did for a minute: the person does not read, or reads in
    /// another way than line by line.
    case noLine
    /// Lines are read, but for a minute it was not certain which ones.
    case unsure

    /// The reason in a sentence; its minute is `longestWithoutLine`, which nothing checks.
    public var sentence: String {
      switch self {
      case .unknown: "The pointer's offset is not known, or was measured long ago."
      case .noLine: "No line of the text has fitted for a minute."
      case .unsure: "Lines are read, but for a minute it was not certain which ones."
      }
    }
  }

  /// Knowledge of the pointer's offset at a moment, for an app to show or to act on.
  public struct Status: Sendable, Equatable {
    /// Offset that is subtracted from the raw pointer, points.
    public var offset: SIMD2<Double>
    /// Standard deviation of the offset per axis, points.
    public var uncertainty: SIMD2<Double>
    /// Probability that the line that reading is matched with is the line being read, 0…1; nil without text.
    public var confidence: Double?
    /// True if a dot would help.
    public var wantsDot: Bool { dotReason != nil }
    /// Why a dot would help; nil if it would not.
    public var dotReason: DotReason?
    /// Number of observations that were used in this session.
    public var used: Int
    /// Number of observations that were refused in this session.
    public var refused: Int
  }

  /// The present knowledge of the offset.
  public var status: Status {
    Status(
      offset: offset, uncertainty: uncertainty, confidence: confidence, dotReason: dotReason, used: used,
      refused: refused)
  }
}

/// Knowledge of the line being read.
extension Recentring {
  /// Index of the line that is most probably being read, among the lines of the page as the reading filter keeps them:
  /// only those whose box is sound, from top to bottom. nil without text, and without `Reading.lines`.
  ///
  /// It is a guess from the first fixation on; `confidence` says how far it may be trusted.
  public var line: Int? { reading?.line }

  /// Knowledge of the line being read, whether or not the filter is trusted yet.
  package struct Guess: Sendable, Equatable {
    /// Index of the line, as in `Recentring.line`.
    package var line: Int
    /// The filter's probability that the line is right, 0…1, also before it is trusted.
    package var confidence: Double
    /// True once the person reads whole lines, so that the filter's offset is used.
    package var isTrusted: Bool
    /// Time of the first and the last sample of the fixation that was taken in last, seconds.
    package var start: Double, end: Double
  }

  /// The filter's guess after the last fixation; nil without text, and before the first fixation.
  package var guess: Guess? {
    guard let reading, let last = reading.last else { return nil }
    return Guess(
      line: reading.line, confidence: reading.confidence, isTrusted: (confidence ?? 0) > 0, start: last.start,
      end: last.end)
  }
}

/// Knowledge for another session.
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
    /// Assumed: 1.3° at 35 cm, as for a person's calibration (`GeometryPriors.usualSession` of GazeRecording, which
    /// this module does not know; nothing compares the two); sessions were not measured.
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
  public var kept: KeptOffset? {
    guard hasUsedDot else { return nil }
    let (x, y) = (byDots.x, byDots.y)
    return KeptOffset(
      mean: SIMD2(x.constant, y.constant), deviation: SIMD2(x.constantVariance, y.constantVariance).squareRoot())
  }

  /// Begins with an offset of an earlier session, which its user agreed to keep. It is applied in part and with a wider
  /// uncertainty, because sessions differ. Numbers that are not finite are ignored, as is an offset beyond the cap.
  ///
  /// Call this before the first frame: the knowledge of the present session is replaced.
  public mutating func begin(with kept: KeptOffset) {
    guard kept.isSound, max(kept.mean.max(), -kept.mean.min()) <= settings.cap else { return }
    let expected = kept.inAnotherSession(settings.model)
    let variance = expected.deviation * expected.deviation
    measured.x = DriftingOffset(settings.model, mean: expected.mean.x, variance: variance.x)
    measured.y = DriftingOffset(settings.model, mean: expected.mean.y, variance: variance.y)
    (byDots, hasUsedDot) = (measured, false)
    hasLearned = SIMDMask(repeating: true)
    let unknown = DriftingOffset(settings.model).variance
    reading?.observe(
      OffsetObservation(mean: expected.mean, variance: measured.variance, unknown: unknown))
  }
}

/// Knowledge for another orientation.
extension Recentring {
  /// Growth of the offset's uncertainty by a turn of the interface, standard deviation per axis, points. Assumed: 1° at
  /// 35 cm, as for the slow drift (`OffsetModel.drift`); turns were not measured. The error of the eyes' angles stays
  /// with the person, who turns the phone and not the head, and what the screen and the camera add to it turns with the
  /// phone.
  static let turnSpread = 42.0

  /// Begins with what another recentring has learned on the same screen in another orientation or with points of
  /// another size.
  ///
  /// The offset is taken over as an angle: it has the same direction for the person and the same length in metres. A
  /// turn makes it less certain (`turnSpread`).
  ///
  /// Call this before the first frame: the knowledge of the present session is replaced.
  ///
  /// - Parameters:
  ///   - before: the recentring before the turn.
  ///   - scale: points of the present interface for a point of the former one, along x and y.
  package mutating func begin(after before: Recentring, scale: SIMD2<Double>) {
    guard before.hasLearned[0] || before.hasLearned[1], scale.isFinite, scale.min() > 0 else { return }
    var before = before
    before.settle()
    let growth = Self.turnSpread * Self.turnSpread
    let most = settings.model.spread * settings.model.spread
    (measured, byDots, hasUsedDot) = (before.measured, before.byDots, before.hasUsedDot)
    measured.scale(by: scale, adding: growth, most: most)
    byDots.scale(by: scale, adding: growth, most: most)
    hasLearned = before.hasLearned
    (used, refused) = (before.used, before.refused)
    reading?.observe(
      OffsetObservation(
        mean: measured.mean, variance: measured.variance, unknown: DriftingOffset(settings.model).variance))
  }
}
