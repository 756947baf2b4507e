import GazePipeline
private import PortableFoundation

/// Peak velocity and duration of saccades as functions of their amplitude: larger saccades are faster, up to a limit.
///
///     peak velocity  V(A) = Vmax · (1 − e^(−A/c))           (fitted to n = 100, PMC6143243; horizontal and vertical)
///     duration       T(A) = 2.2 ms/° · A + 21 ms            (Carpenter 1988)
///
/// With these numbers V·T/A, the ratio of peak to mean velocity, is between 1.1 and 1.4, while recorded saccades have
/// about 1.6: peaks and durations were measured by different methods. `SaccadePath` reproduces both published numbers.
struct MainSequence: Equatable {
  struct Flight: Equatable {
    let duration: Double
    /// Share of the duration in which the eye accelerates, 0…1/2; it slows down during an equal share.
    let ramp: Double
  }

  private let peak, scale: Vector2
  private let shortest, slope: Double

  /// A person's main sequence; `speed` multiplies the velocities and divides the durations.
  init(_ p: SimulationParameters.Eyes, speed: Double) {
    peak = SIMD2(p.saccadePeakH, p.saccadePeakV) * speed
    scale = SIMD2(p.saccadeScaleH, p.saccadeScaleV)
    shortest = p.saccadeDuration / speed
    slope = p.saccadeDurationSlope / speed
  }

  /// Peak velocity of a saccade, radians/s.
  ///
  /// - Parameters:
  ///   - amplitude: radians, ≥ 0.
  ///   - direction: (horizontal, vertical), of any length except zero. For oblique saccades the two peak velocities are
  ///     weighted by its squared components.
  func peakVelocity(_ amplitude: Double, direction d: Vector2) -> Double {
    let share = d * d / (d * d).sum()
    return share.x * peak.x * -expm1(-amplitude / scale.x) + share.y * peak.y * -expm1(-amplitude / scale.y)
  }

  /// Duration and ramps of a saccade. If 1 ≤ V·T/A ≤ 2, the saccade has both the published peak velocity V and the
  /// published duration T. If V·T/A is below 1, it keeps V and takes longer than T; if above 2, it keeps T and its peak
  /// velocity is lower than V.
  func flight(_ amplitude: Double, direction: Vector2) -> Flight {
    let least = amplitude / peakVelocity(amplitude, direction: direction)
    let duration = max(shortest + slope * amplitude, least)
    return Flight(duration: duration, ramp: min(1 - least / duration, 0.5))
  }
}

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
struct SaccadePath: Equatable {
  let from: Vector2
  let to: Vector2
  let start: Double
  let flight: MainSequence.Flight
  var duration: Double { flight.duration }

  func value(at time: Double) -> Vector2 {
    guard time < start + duration else { return to }
    guard time > start else { return from }
    let s = (time - start) / duration
    return from + (to - from) * (s <= 0.5 ? way(s) : 1 - way(1 - s))
  }

  /// x(s) for s ≤ 1/2.
  private func way(_ s: Double) -> Double {
    let ramp = flight.ramp
    return (s < ramp ? s * s / (2 * ramp) : s - ramp / 2) / (1 - ramp)
  }
}

extension SaccadePath {
  init(at place: Vector2) {
    self.init(from: place, to: place, start: 0, flight: MainSequence.Flight(duration: 0, ramp: 0))
  }
}
