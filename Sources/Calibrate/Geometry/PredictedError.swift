import GazePipeline

/// How far off a person's pointer will be in a later session, on average over it: what a calibration is for.
///
/// The error of a look is c + v. c stays for the session: what the fit does not know of person and device, and what the
/// new session adds, N(0, σ_c²) an axis. v goes from look to look: drift and what the model does not contain, N(0, σ_v²).
/// The session's mean error is m(|c|) = E|c + v| (a Rice mean), |c| is Rayleigh, so that quantiles of one are those
/// of the other.
public struct PredictedError: Sendable, Equatable, Codable {
  /// The middle of what is expected, degrees: the median over sessions of the session's mean error.
  public var median: Double
  /// 95 % of sessions have a mean error within, degrees.
  public var interval: [Double]

  /// - Parameters:
  ///   - known: standard error of the pointer by the fit, (yaw, pitch), degrees.
  ///   - session: what a session adds, degrees an axis.
  ///   - drift: slow drift within one.
  ///   - look: standard deviation of a look's residual in the fit, drift included, degrees an axis.
  init(known: SIMD2<Double>, session: Double, drift: SlowDrift?, look: Double) {
    let stays = ((known * known).sum() / 2 + session * session).squareRoot()
    let varies = max(look, drift.map { ($0.sd * $0.sd + $0.white * $0.white).squareRoot() } ?? 0)
    func quantile(_ p: Double) -> Double {
      Self.meanLength(stays * (-2 * Elementary.log(1 - p)).squareRoot(), spread: varies)
    }
    median = quantile(0.5)
    interval = [quantile(0.025), quantile(0.975)]
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
