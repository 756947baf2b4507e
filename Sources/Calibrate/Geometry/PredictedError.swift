import GazePipeline
private import PortableFoundation

/// Predicted error of a person's pointer in a later session, averaged over the session. It measures how useful a
/// calibration is.
///
/// The error of a fixation is c + v. c is constant during the session: the fit's uncertainty about person and device,
/// the drift that the new session adds, and the mean of slow drift over the session, N(0, σ_c²) per axis. v differs
/// between fixations: the rest of the slow drift, and effects that the model does not contain, N(0, σ_v²). The
/// session's mean error is m(|c|) = E|c + v| (a Rice mean). |c| has a Rayleigh distribution, and its quantiles give the
/// quantiles of m. Some people are tracked much worse than others, which one session does not show: the whole error is
/// multiplied by e^(λz), z ~ N(0, 1). The two distances from the median to a quantile, in logarithms, are combined as
/// the root of the sum of their squares.
public struct PredictedError: Sendable, Equatable, Codable {
  /// Median over sessions of the session's mean error, degrees.
  public var median: Double
  /// Interval that contains the mean error of 95 % of sessions, degrees.
  public var interval: [Double]

  /// λ, the spread of tracking quality between people beyond the part that the fit shows. The value is assumed: the
  /// simulated people's log-normal spread of the tracker's bias is 0.55, and the bias is most of the error, but not
  /// all.
  static let peopleSpread = 0.45

  /// Length of the predicted session, seconds: a glance at a recipe, a page.
  static let length = 30.0

  /// - Parameters:
  ///   - known: standard error of the pointer according to the fit, (yaw, pitch), degrees.
  ///   - session: standard deviation that a session adds, degrees per axis.
  ///   - freedom: number of differences between sessions from which `session` was estimated; nil if it is assumed. With
  ///     an estimate, |c|² has an F distribution, whose tail is longer.
  ///   - people: λ.
  ///   - drift: slow drift within a session.
  ///   - look: standard deviation of a fixation's residual in the fit, drift included, degrees per axis.
  ///   - scatter: the person's scatter relative to that of all; drift is larger for a person who is tracked worse.
  init(
    known: Vector2, session: Double, freedom: Double? = nil, people: Double = peopleSpread,
    drift: SlowDrift?, look: Double, scatter: Double
  ) {
    var stays = (known * known).sum() / 2 + session * session
    var varies = look * look
    if let drift {
      // Variance of an Ornstein–Uhlenbeck process' mean over a time T: 2σ²(x − x²(1 − e^(−1/x))), x = τ/T.
      let x = drift.time / Self.length
      let mean = drift.sd * drift.sd * 2 * (x - x * x * (1 - exp(-1 / x)))
      stays += mean * scatter * scatter
      varies = max(drift.sd * drift.sd - mean, 0) + drift.white * drift.white
    }
    varies *= scatter * scatter
    let spread = varies.squareRoot()
    // Degrees of freedom after Satterthwaite: only the part of the variance that is estimated from sessions is
    // uncertain.
    let share = session * session / max(stays, 1e-300)
    let total = freedom.map { $0 / max(share * share, 1e-6) }
    func quantile(_ p: Double) -> Double {
      let square =
        total.map { $0 * (exp(-2 / $0 * log(1 - p)) - 1) } ?? -2 * log(1 - p)
      return Self.meanLength((stays * square).squareRoot(), spread: spread)
    }
    let middle = quantile(0.5)
    func widened(_ p: Double) -> Double {
      let (session, own) = (log(quantile(p) / middle), 1.96 * people)
      let way = (session * session + own * own).squareRoot()
      return middle * exp(p < 0.5 ? -way : way)
    }
    median = middle
    interval = middle > 0 ? [widened(0.025), widened(0.975)] : [0, 0]
  }

  /// E|c + v| for |c| = `offset` and v ~ N(0, spread²) in two axes, averaged over quantiles of |v|² and directions of
  /// v.
  static func meanLength(_ offset: Double, spread: Double) -> Double {
    let (rings, directions) = (32, 16)
    var sum = 0.0
    for ring in 0..<rings {
      let length = spread * (-2 * log(1 - (Double(ring) + 0.5) / Double(rings))).squareRoot()
      for direction in 0..<directions {
        let angle = 2 * Double.pi * (Double(direction) + 0.5) / Double(directions)
        let (x, y) = (offset + length * cos(angle), length * sin(angle))
        sum += (x * x + y * y).squareRoot()
      }
    }
    return sum / Double(rings * directions)
  }
}
