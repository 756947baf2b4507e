import GazePipeline

@testable import Evaluate
@testable import StudySupport

/// Best estimate of the pointer without noise, from past samples only and with the true parameters. No filter on a
/// phone can have a smaller error.
///
/// Two models of the pointer's motion interact (Blom & Bar-Shalom, IEEE Transactions on Automatic Control 33, 1988). In
/// each axis the state is the slow part s (gaze, bias and drift), its velocity v and the tracker's noise n, AR(1) with
/// known SD and time constant:
///
///     resting:  s ← s + v dt, v ← e^(−dt/τv) v + w;   flying (a saccade): s ← s + jump, v drawn again
///     both:     n ← e^(−dt/τ) n + w,  z = s + n + white
///
/// The noise continues through a saccade, so the estimate of the noise before a saccade remains useful after it; a
/// moving average cannot use that estimate.
struct BestCausalFilter {
  /// True parameters of one take.
  struct Truth: Sendable {
    /// SD of the noise per axis, points, and its time constant, seconds.
    var noise, noiseTime: Double
    /// SD of the noise that is independent in each frame, points.
    var white: Double
    /// SD of the slow part's velocity between saccades per axis, points/s, and its time constant, seconds.
    var speed, speedTime: Double
    /// SD of the movement of the gaze in one frame of a saccade, per axis, points.
    var jump: Double
    /// Mean time from a saccade's end to the next one's start, and of a saccade, seconds.
    var restTime, flightTime: Double
  }

  /// One model; each number has a value for each axis.
  private struct Model {
    /// Means.
    var s = SIMD2<Double>.zero, v = SIMD2<Double>.zero, n = SIMD2<Double>.zero
    /// Upper triangle of the covariance.
    var ss = SIMD2<Double>.zero, sv = SIMD2<Double>.zero, sn = SIMD2<Double>.zero
    var vv = SIMD2<Double>.zero, vn = SIMD2<Double>.zero, nn = SIMD2<Double>.zero
    var probability = 0.5

    /// At first only the sum z = s + n is known, not s and n separately.
    init(at z: SIMD2<Double>, _ truth: Truth) {
      let variance = SIMD2(repeating: truth.noise * truth.noise)
      (s, ss, sn, nn) = (z, variance, -variance, variance)
      vv = SIMD2(repeating: truth.speed * truth.speed)
    }

    /// Mixture of two models, the second of which has this share.
    init(_ a: Model, _ b: Model, _ share: Double, probability: Double) {
      let (ds, dv, dn) = (b.s - a.s, b.v - a.v, b.n - a.n)
      let spread = share * (1 - share)
      func blend(_ p: SIMD2<Double>, _ q: SIMD2<Double>, _ dd: SIMD2<Double>) -> SIMD2<Double> {
        p + (q - p) * share + spread * dd
      }
      (s, v, n) = (a.s + ds * share, a.v + dv * share, a.n + dn * share)
      (ss, sv, sn) = (blend(a.ss, b.ss, ds * ds), blend(a.sv, b.sv, ds * dv), blend(a.sn, b.sn, ds * dn))
      (vv, vn, nn) = (blend(a.vv, b.vv, dv * dv), blend(a.vn, b.vn, dv * dn), blend(a.nn, b.nn, dn * dn))
      self.probability = probability
    }

    mutating func predict(_ dt: Double, isFlying: Bool, _ truth: Truth) {
      let fn = Elementary.exp(-dt / truth.noiseTime)
      let speed = truth.speed * truth.speed
      n *= fn
      nn = nn * fn * fn + truth.noise * truth.noise * (1 - fn * fn)
      if isFlying {
        (v, sv, vn, vv) = (.zero, .zero, .zero, SIMD2(repeating: speed))
        sn *= fn
        ss += truth.jump * truth.jump
        return
      }
      let fv = Elementary.exp(-dt / truth.speedTime)
      s += v * dt
      v *= fv
      ss = ss + 2 * dt * sv + dt * dt * vv
      sv = (sv + dt * vv) * fv
      sn = (sn + dt * vn) * fn
      vv = vv * fv * fv + speed * (1 - fv * fv)
      vn = vn * fv * fn
    }

    /// Takes in z = s + n + white and returns the log-likelihood.
    mutating func update(_ z: SIMD2<Double>, _ truth: Truth) -> Double {
      let (hs, hv, hn) = (ss + sn, sv + vn, sn + nn)
      let variance = hs + hn + truth.white * truth.white
      let surprise = z - s - n
      let (gs, gv, gn) = (hs / variance, hv / variance, hn / variance)
      s += gs * surprise
      v += gv * surprise
      n += gn * surprise
      ss -= gs * hs
      sv -= gs * hv
      sn -= gs * hn
      vv -= gv * hv
      vn -= gv * hn
      nn -= gn * hn
      let logs = SIMD2(Elementary.log(variance.x), Elementary.log(variance.y))
      return -0.5 * (surprise * surprise / variance + logs).sum()
    }
  }

  private let truth: Truth
  private var models: (rest: Model, flight: Model)
  private var last: (time: Double, value: SIMD2<Double>)?

  init(_ truth: Truth) {
    self.truth = truth
    models = (Model(at: .zero, truth), Model(at: .zero, truth))
  }

  /// Takes in a sample and returns the estimate of s.
  mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    guard let last, time - last.time < 0.5 else {
      models = (Model(at: point, truth), Model(at: point, truth))
      self.last = (time, point)
      return point
    }
    let dt = time - last.time
    guard dt > 0 else { return last.value }
    var (rest, flight) = mixed(dt)
    rest.predict(dt, isFlying: false, truth)
    flight.predict(dt, isFlying: true, truth)
    let (resting, flying) = (rest.update(point, truth), flight.update(point, truth))
    // The ratio is formed from logarithms, so that neither likelihood underflows.
    let ratio = (flight.probability / rest.probability) * Elementary.exp(min(flying - resting, 600))
    rest.probability = max(1 / (1 + ratio), 1e-12)
    flight.probability = max(1 - rest.probability, 1e-12)
    models = (rest, flight)
    let value = rest.s * rest.probability + flight.s * flight.probability
    self.last = (time, value)
    return value
  }

  /// Each model starts from a mixture of both models' estimates, weighted by the transition probabilities.
  private func mixed(_ dt: Double) -> (rest: Model, flight: Model) {
    let (leave, land) = (min(dt / truth.restTime, 0.5), min(dt / truth.flightTime, 0.9))
    let (a, b) = models
    let toRest = a.probability * (1 - leave) + b.probability * land
    let toFlight = a.probability * leave + b.probability * (1 - land)
    return (
      Model(a, b, b.probability * land / toRest, probability: toRest),
      Model(a, b, b.probability * (1 - land) / toFlight, probability: toFlight)
    )
  }
}
