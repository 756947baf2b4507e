import GazePipeline

/// What moves the reported axis and the expected one within a look, one axis, degrees:
///
///     expected  = h + f                        h: the head's and the phone's true motion, f: the face pose's noise
///     reported  = γ h + s n + m + s w          γ: gain for that motion, s: the window's noise scale
///     n, f      Ornstein–Uhlenbeck with standard deviations σ_n, σ_f and one time constant τ_n
///     m         random walk (slow drift, and the eye's own) from an unknown start
///     h         Ornstein–Uhlenbeck about an unknown mean, driven by one (τ_v) instead of by white noise: heads are smooth
///     w         white
///
/// An eye that rests on a target turns in the head against every sway of it, and the tracker's pose of the head is noisy
/// itself: taking the expected axis off the reported one would count the pose's noise as the eye's, and not taking it
/// off would count the sway. The joint likelihood, by a Kalman filter (Durbin & Koopman 2012), tells them apart.
struct NoiseModel: Sendable {
  struct Parameters: Sendable {
    var noiseSD: Double
    var noiseTime: Double
    var whiteSD: Double
    /// Of m, deg²/s.
    var walkRate: Double
    var poseSD: Double
    var gain: SIMD2<Double>
    /// Of h.
    var swaySD: SIMD2<Double>
    var swayTime: Double
    /// Of its velocity.
    var velocityTime: Double
  }

  private struct Series: Sendable {
    var times: [Double]
    /// Degrees off the first sample.
    var reported: [SIMD2<Double>]
    var expected: [SIMD2<Double>]
    var scale: Double
  }

  /// An angle is a Float matrix's, and exact zeros would make infinite likelihoods; degrees.
  private static let resolution = 1e-4
  /// Of what is not known at a window's start, degrees squared.
  private static let unknown = 100.0

  private let series: [Series]
  /// Without targets, or with a head that never moves, only the reported axis is looked at.
  let hasPose: Bool
  let samples: Int
  let seconds: Double

  init(_ windows: [LookWindow]) {
    let toDegrees = 180 / Double.pi
    var moves = false
    series = windows.compactMap { window in
      guard let first = window.samples.first else { return nil }
      let expected = window.samples.map { (($0.expected ?? .zero) - (first.expected ?? .zero)) * toDegrees }
      if expected.contains(where: { abs($0.x) + abs($0.y) > 10 * Self.resolution }) { moves = true }
      return Series(
        times: window.samples.map(\.time), reported: window.samples.map { ($0.reported - first.reported) * toDegrees },
        expected: expected, scale: window.noiseScale)
    }
    hasPose = moves
    samples = series.reduce(0) { $0 + $1.times.count }
    seconds = series.reduce(0) { $0 + ($1.times.last ?? 0) }
  }

  /// Each window's log-likelihood, both axes.
  func logLikelihoods(_ p: Parameters) -> [Double] {
    var steps = StepCache(p)
    return series.map { series in
      hasPose
        ? joint(series, 0, p, &steps) + joint(series, 1, p, &steps)
        : alone(series, 0, p, &steps) + alone(series, 1, p, &steps)
    }
  }

  /// State h, its velocity, f, n, m, mean of h; the covariance as rows.
  private func joint(_ series: Series, _ axis: Int, _ p: Parameters, _ steps: inout StepCache) -> Double {
    let (gain, floor) = (p.gain[axis], Self.resolution * Self.resolution)
    let (sway, pose, noise) = (
      p.swaySD[axis] * p.swaySD[axis], p.poseSD * p.poseSD, p.noiseSD * p.noiseSD * series.scale * series.scale
    )
    let white = p.whiteSD * p.whiteSD * series.scale * series.scale + floor
    var x = SIMD8<Double>.zero
    var h = SIMD8(sway, sway * steps.covariance, 0, 0, 0, 0, 0, 0)
    var v = SIMD8(sway * steps.covariance, sway * steps.speed, 0, 0, 0, 0, 0, 0)
    var f = SIMD8(0, 0, pose, 0, 0, 0, 0, 0)
    var n = SIMD8(0, 0, 0, noise, 0, 0, 0, 0)
    var m = SIMD8(0, 0, 0, 0, Self.unknown, 0, 0, 0)
    var c = SIMD8(0, 0, 0, 0, 0, Self.unknown, 0, 0)
    var (log, last) = (0.0, series.times.first ?? 0)
    for k in series.times.indices {
      let dt = series.times[k] - last
      last = series.times[k]
      if dt > 0 {
        let s = steps.step(dt)
        let decay = SIMD8(s.swayDecay, s.velocityDecay, s.noiseDecay, s.noiseDecay, 1, 1, 0, 0)
        let across = SIMD8(s.reach, 0, 0, 0, 0, 0, 0, 0)
        x = x * decay + across * x[1]
        h = h * s.swayDecay + v * s.reach
        v *= s.velocityDecay
        f *= s.noiseDecay
        n *= s.noiseDecay
        // The same from the right.
        h = h * decay + across * h[1]
        v = v * decay + across * v[1]
        f = f * decay + across * f[1]
        n = n * decay + across * n[1]
        m = m * decay + across * m[1]
        c = c * decay + across * c[1]
        h[0] += sway * s.swayHH
        h[1] += sway * s.swayHV
        v[0] += sway * s.swayHV
        v[1] += sway * s.swayVV
        f[2] += pose * s.noiseGain
        n[3] += noise * s.noiseGain
        m[4] += p.walkRate * dt
      }
      var g = h + f + c
      let s1 = g[0] + g[2] + g[5] + floor
      let off1 = series.expected[k][axis] - x[0] - x[2] - x[5]
      var w = g / s1
      x += w * off1
      h -= w[0] * g
      v -= w[1] * g
      f -= w[2] * g
      n -= w[3] * g
      m -= w[4] * g
      c -= w[5] * g
      g = gain * (h + c) + n + m
      let s2 = gain * (g[0] + g[5]) + g[3] + g[4] + white
      let off2 = series.reported[k][axis] - gain * (x[0] + x[5]) - x[3] - x[4]
      w = g / s2
      x += w * off2
      h -= w[0] * g
      v -= w[1] * g
      f -= w[2] * g
      n -= w[3] * g
      m -= w[4] * g
      c -= w[5] * g
      log -= 0.5 * (Elementary.log(s1 * s2) + off1 * off1 / s1 + off2 * off2 / s2)
    }
    return log
  }

  /// State n, m.
  private func alone(_ series: Series, _ axis: Int, _ p: Parameters, _ steps: inout StepCache) -> Double {
    let noise = p.noiseSD * series.scale
    let white =
      p.whiteSD * p.whiteSD * series.scale * series.scale + Self.resolution * Self.resolution
    var (n, m) = (0.0, 0.0)
    var (nn, nm, mm) = (noise * noise, 0.0, Self.unknown)
    var (log, last) = (0.0, series.times.first ?? 0)
    for k in series.times.indices {
      let dt = series.times[k] - last
      last = series.times[k]
      if dt > 0 {
        let s = steps.step(dt)
        n *= s.noiseDecay
        nm *= s.noiseDecay
        nn = nn * s.noiseDecay * s.noiseDecay + noise * noise * s.noiseGain
        mm += p.walkRate * dt
      }
      let (gn, gm) = (nn + nm, nm + mm)
      let s = gn + gm + white
      let off = series.reported[k][axis] - n - m
      n += gn / s * off
      m += gm / s * off
      nn -= gn * gn / s
      nm -= gn * gm / s
      mm -= gm * gm / s
      log -= 0.5 * (Elementary.log(s) + off * off / s)
    }
    return log
  }

  /// What a step in time does; nearly all steps are equal.
  private struct StepCache {
    struct Step {
      var noiseDecay = 0.0, noiseGain = 0.0
      var swayDecay = 0.0, velocityDecay = 0.0, reach = 0.0
      var swayHH = 0.0, swayHV = 0.0, swayVV = 0.0
    }

    /// Of a sway of variance 1: of its velocity with itself, and with the sway.
    let speed: Double, covariance: Double
    private let p: Parameters
    private var last = -1.0
    private var current = Step()

    init(_ p: Parameters) {
      self.p = p
      covariance = 1 / p.swayTime
      speed = covariance * (1 / p.swayTime + 1 / p.velocityTime)
    }

    mutating func step(_ dt: Double) -> Step {
      if abs(dt - last) < 1e-7 { return current }
      last = dt
      let a = Elementary.exp(-dt / p.noiseTime)
      let (h, v) = (Elementary.exp(-dt / p.swayTime), Elementary.exp(-dt / p.velocityTime))
      let rates = 1 / p.velocityTime - 1 / p.swayTime
      // Where both times are the same the ratio has a limit.
      let reach = abs(rates) > 1e-6 ? (h - v) / rates : dt * h
      // Stationary: what is added makes up for what decayed.
      let (hh, hv, vv) = (1.0, covariance, speed)
      current = Step(
        noiseDecay: a, noiseGain: 1 - a * a, swayDecay: h, velocityDecay: v, reach: reach,
        swayHH: hh - (h * h * hh + 2 * h * reach * hv + reach * reach * vv),
        swayHV: hv - v * (h * hv + reach * vv), swayVV: vv * (1 - v * v))
      return current
    }
  }
}
