/// Path of a saccade from one point to another: constant acceleration, peak velocity, constant deceleration.
///
/// With s = (t − start)/T and ramps that each last the share r of the duration T, 0 ≤ r ≤ 1/2,
///
///     x(s) = q s²/(2r)          s < r
///          = q (s − r/2)        r ≤ s ≤ 1 − r          q = 1/(1 − r): peak velocity over mean velocity
///          = 1 − x(1 − s)       s > 1 − r
///
/// so that peak velocity and duration can be chosen independently; in a minimum-jerk path, by contrast, q is always
/// 15/8.
struct SaccadePath: Sendable, Equatable {
  let from: SIMD2<Double>
  let to: SIMD2<Double>
  /// Seconds.
  let start: Double
  /// Seconds.
  let duration: Double
  /// Ramp share r.
  private let ramp: Double

  /// A path of a gaze that rests at `place`.
  init(at place: SIMD2<Double>) {
    self.init(from: place, to: place, start: 0, MainSequence.Flight(duration: 0, ramp: 0))
  }

  /// A saccade that begins at time `start`.
  init(from: SIMD2<Double>, to: SIMD2<Double>, start: Double, _ flight: MainSequence.Flight) {
    self.from = from
    self.to = to
    self.start = start
    duration = flight.duration
    ramp = flight.ramp
  }

  func value(at time: Double) -> SIMD2<Double> {
    guard time < start + duration else { return to }
    guard time > start else { return from }
    let s = (time - start) / duration
    return from + (to - from) * (s <= 0.5 ? way(s) : 1 - way(1 - s))
  }

  /// x(s) for s ≤ 1/2.
  private func way(_ s: Double) -> Double { (s < ramp ? s * s / (2 * ramp) : s - ramp / 2) / (1 - ramp) }
}
