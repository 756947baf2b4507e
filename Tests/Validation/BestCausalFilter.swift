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
    /// SD of the noise per axis, points.
    var noise: Double
    /// Time constant of the noise, seconds.
    var noiseTime: Double
    /// SD of the noise that is independent in each frame, points.
    var white: Double
    /// SD of the slow part's velocity between saccades per axis, points/s, and its time constant, seconds.
    var speed: Double
    var speedTime: Double
    /// SD of the movement of the gaze in one frame of a saccade, per axis, points.
    var jump: Double
    /// Mean time from a saccade's end to the next one's start, and of a saccade, seconds.
    var restTime: Double
    var flightTime: Double
  }

  /// One axis of one model: s, v, n and the upper triangle of their covariance.
  private struct Axis {
    var mean = SIMD3<Double>.zero
    var ss = 0.0, sv = 0.0, sn = 0.0, vv = 0.0, vn = 0.0, nn = 0.0
  }

  private struct Model {
    var x = Axis(), y = Axis()
    var probability = 0.5
  }

  private let truth: Truth
  private var rest = Model(), flight = Model()
  private var last: (time: Double, value: SIMD2<Double>)?

  init(_ truth: Truth) { self.truth = truth }

  /// Takes in a sample and returns the estimate of s.
  mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    guard let last, time - last.time < 0.5 else {
      for path in [\BestCausalFilter.rest, \.flight] {
        self[keyPath: path] = Model(x: start(point.x), y: start(point.y))
      }
      self.last = (time, point)
      return point
    }
    let dt = time - last.time
    guard dt > 0 else { return last.value }
    mix(dt)
    var likelihood = SIMD2<Double>.zero
    (rest.x, rest.y) = (predicted(rest.x, dt, isFlying: false), predicted(rest.y, dt, isFlying: false))
    (flight.x, flight.y) = (predicted(flight.x, dt, isFlying: true), predicted(flight.y, dt, isFlying: true))
    likelihood[0] = update(&rest.x, point.x) + update(&rest.y, point.y)
    likelihood[1] = update(&flight.x, point.x) + update(&flight.y, point.y)
    // The ratio is formed from logarithms, so that neither likelihood underflows.
    let ratio = (flight.probability / rest.probability) * Elementary.exp(min(likelihood[1] - likelihood[0], 600))
    rest.probability = max(1 / (1 + ratio), 1e-12)
    flight.probability = max(1 - rest.probability, 1e-12)
    let value =
      SIMD2(rest.x.mean[0], rest.y.mean[0]) * rest.probability
      + SIMD2(flight.x.mean[0], flight.y.mean[0]) * flight.probability
    self.last = (time, value)
    return value
  }

  private func start(_ z: Double) -> Axis {
    let variance = truth.noise * truth.noise
    // At first only the sum z = s + n is known, not s and n separately.
    return Axis(mean: SIMD3(z, 0, 0), ss: variance, sn: -variance, vv: truth.speed * truth.speed, nn: variance)
  }

  /// Each model starts from a mixture of both models' estimates, weighted by the transition probabilities.
  private mutating func mix(_ dt: Double) {
    let (leave, land) = (min(dt / truth.restTime, 0.5), min(dt / truth.flightTime, 0.9))
    let toRest = rest.probability * (1 - leave) + flight.probability * land
    let toFlight = rest.probability * leave + flight.probability * (1 - land)
    let (a, b) = (rest, flight)
    rest = Model(
      x: mixed(a.x, b.x, flight.probability * land / toRest), y: mixed(a.y, b.y, b.probability * land / toRest),
      probability: toRest)
    let share = b.probability * (1 - land) / toFlight
    flight = Model(x: mixed(a.x, b.x, share), y: mixed(a.y, b.y, share), probability: toFlight)
  }

  private func mixed(_ a: Axis, _ b: Axis, _ share: Double) -> Axis {
    let d = b.mean - a.mean
    let spread = share * (1 - share)
    func blend(_ p: Double, _ q: Double, _ dd: Double) -> Double { p + (q - p) * share + spread * dd }
    return Axis(
      mean: a.mean + d * share, ss: blend(a.ss, b.ss, d[0] * d[0]), sv: blend(a.sv, b.sv, d[0] * d[1]),
      sn: blend(a.sn, b.sn, d[0] * d[2]), vv: blend(a.vv, b.vv, d[1] * d[1]), vn: blend(a.vn, b.vn, d[1] * d[2]),
      nn: blend(a.nn, b.nn, d[2] * d[2]))
  }

  private func predicted(_ a: Axis, _ dt: Double, isFlying: Bool) -> Axis {
    let fn = Elementary.exp(-dt / truth.noiseTime)
    let qn = truth.noise * truth.noise * (1 - fn * fn)
    let speed = truth.speed * truth.speed
    var next = a
    next.mean[2] = a.mean[2] * fn
    next.nn = a.nn * fn * fn + qn
    if isFlying {
      next.mean[1] = 0
      (next.sv, next.vn, next.vv) = (0, 0, speed)
      next.sn = a.sn * fn
      next.ss = a.ss + truth.jump * truth.jump
      return next
    }
    let fv = Elementary.exp(-dt / truth.speedTime)
    next.mean[0] = a.mean[0] + a.mean[1] * dt
    next.mean[1] = a.mean[1] * fv
    next.ss = a.ss + 2 * dt * a.sv + dt * dt * a.vv
    next.sv = (a.sv + dt * a.vv) * fv
    next.sn = (a.sn + dt * a.vn) * fn
    next.vv = a.vv * fv * fv + speed * (1 - fv * fv)
    next.vn = a.vn * fv * fn
    return next
  }

  /// Takes in z = s + n + white and returns the log-likelihood.
  private func update(_ a: inout Axis, _ z: Double) -> Double {
    let h = SIMD3(a.ss + a.sn, a.sv + a.vn, a.sn + a.nn)
    let variance = h[0] + h[2] + truth.white * truth.white
    let surprise = z - a.mean[0] - a.mean[2]
    let gain = h / variance
    a.mean += gain * surprise
    a.ss -= gain[0] * h[0]
    a.sv -= gain[0] * h[1]
    a.sn -= gain[0] * h[2]
    a.vv -= gain[1] * h[1]
    a.vn -= gain[1] * h[2]
    a.nn -= gain[2] * h[2]
    return -0.5 * (surprise * surprise / variance + Elementary.log(variance))
  }
}
