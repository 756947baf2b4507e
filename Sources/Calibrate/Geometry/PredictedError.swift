import GazePipeline

/// How far off a person's pointer will be in a later session, on average over it: what a calibration is for.
///
/// The error of a look is c + v. c stays for the session: what the fit does not know of person and device, what the new
/// session adds, and slow drift's mean over it, N(0, σ_c²) an axis. v goes from look to look: the rest of the drift, and
/// what the model does not contain, N(0, σ_v²). The session's mean error is m(|c|) = E|c + v| (a Rice mean), |c| is
/// Rayleigh, so that quantiles of one are those of the other. Some people are tracked much worse than others and nothing of
/// that shows in one session: all of it is times e^(λz), z ~ N(0, 1). The two ways from the middle to a quantile, in
/// logarithms, are taken together as the root of the sum of their squares.
public struct PredictedError: Sendable, Equatable, Codable {
  /// The middle of what is expected, degrees: the median over sessions of the session's mean error.
  public var median: Double
  /// 95 % of sessions have a mean error within, degrees.
  public var interval: [Double]

  /// λ: by what people's tracking differs, beyond what the fit shows of it. Assumed: the simulated people's log-normal spread
  /// of the tracker's bias is 0.55, and the bias is most of the error, but not all.
  static let peopleSpread = 0.45

  /// Length of the session that is predicted, seconds: a glance at a recipe, a page.
  static let length = 30.0

  /// - Parameters:
  ///   - known: standard error of the pointer by the fit, (yaw, pitch), degrees.
  ///   - session: what a session adds, degrees an axis.
  ///   - freedom: differences between sessions that it was estimated from; nil where it is assumed. |c|² then has an F
  ///     distribution, whose tail is longer.
  ///   - people: λ.
  ///   - drift: slow drift within one.
  ///   - look: standard deviation of a look's residual in the fit, drift included, degrees an axis.
  ///   - scatter: the person's over that of all; drift is more for who is tracked worse.
  init(
    known: SIMD2<Double>, session: Double, freedom: Double? = nil, people: Double = peopleSpread,
    drift: SlowDrift?, look: Double, scatter: Double
  ) {
    var stays = (known * known).sum() / 2 + session * session
    var varies = look * look
    if let drift {
      // Variance of an Ornstein–Uhlenbeck process' mean over a time T: 2σ²(x − x²(1 − e^(−1/x))), x = τ/T.
      let x = drift.time / Self.length
      let mean = drift.sd * drift.sd * 2 * (x - x * x * (1 - Elementary.exp(-1 / x)))
      stays += mean * scatter * scatter
      varies = max(drift.sd * drift.sd - mean, 0) + drift.white * drift.white
    }
    varies *= scatter * scatter
    let spread = varies.squareRoot()
    // After Satterthwaite: what is not estimated from sessions has none to lose.
    let share = session * session / max(stays, 1e-300)
    let total = freedom.map { $0 / max(share * share, 1e-6) }
    func quantile(_ p: Double) -> Double {
      let square =
        total.map { $0 * (Elementary.exp(-2 / $0 * Elementary.log(1 - p)) - 1) } ?? -2 * Elementary.log(1 - p)
      return Self.meanLength((stays * square).squareRoot(), spread: spread)
    }
    let middle = quantile(0.5)
    func widened(_ p: Double) -> Double {
      let (session, own) = (Elementary.log(quantile(p) / middle), 1.96 * people)
      let way = (session * session + own * own).squareRoot()
      return middle * Elementary.exp(p < 0.5 ? -way : way)
    }
    median = middle
    interval = middle > 0 ? [widened(0.025), widened(0.975)] : [0, 0]
  }

  /// E|c + v| for |c| = `offset` and v ~ N(0, spread²) in two axes: by the quantiles of |v|² and the directions of v.
  static func meanLength(_ offset: Double, spread: Double) -> Double {
    let (rings, directions) = (32, 16)
    var sum = 0.0
    for ring in 0..<rings {
      let length = spread * (-2 * Elementary.log(1 - (Double(ring) + 0.5) / Double(rings))).squareRoot()
      for direction in 0..<directions {
        let angle = 2 * Double.pi * (Double(direction) + 0.5) / Double(directions)
        let (x, y) = (offset + length * Elementary.cos(angle), length * Elementary.sin(angle))
        sum += (x * x + y * y).squareRoot()
      }
    }
    return sum / Double(rings * directions)
  }
}
