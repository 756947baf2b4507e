private import GazePipeline
private import PortableFoundation

/// Peak velocity and duration of saccades as functions of their amplitude: larger saccades are faster, up to a limit.
///
///     peak velocity  V(A) = Vmax · (1 − e^(−A/c))           (fitted to n = 100, PMC6143243; horizontal and vertical)
///     duration       T(A) = 2.2 ms/° · A + 21 ms            (Carpenter 1988)
///
/// With these numbers V·T/A, the ratio of peak to mean velocity, is between 1.1 and 1.4, while recorded saccades have
/// about 1.6: peaks and durations were measured by different methods. `SaccadePath` reproduces both published numbers.
struct MainSequence: Sendable, Equatable {
  /// The course of one saccade in time.
  struct Flight: Sendable, Equatable {
    /// Seconds.
    let duration: Double
    /// Share of the duration in which the eye accelerates, 0…1/2; it slows down during an equal share.
    let ramp: Double
  }

  private let peak: SIMD2<Double>
  private let scale: SIMD2<Double>
  private let shortest: Double
  private let slope: Double

  /// A person's main sequence; `speed` multiplies the velocities and divides the durations.
  init(_ p: SimulationParameters.Eyes, speed: Double) {
    peak = SIMD2(p.saccadePeakH, p.saccadePeakV) * speed
    scale = SIMD2(p.saccadeScaleH, p.saccadeScaleV)
    shortest = p.saccadeDuration / speed
    slope = p.saccadeDurationSlope / speed
  }

  /// The main sequence of people with these parameters.
  init(_ parameters: SimulationParameters, speed: Double) { self.init(parameters.eyes, speed: speed) }

  /// Peak velocity of a saccade, radians/s.
  ///
  /// - Parameters:
  ///   - amplitude: radians, ≥ 0.
  ///   - direction: (horizontal, vertical), of any length except zero. For oblique saccades the two peak velocities are
  ///     weighted by its squared components.
  func peakVelocity(_ amplitude: Double, direction d: SIMD2<Double>) -> Double {
    let share = d * d / (d * d).sum()
    return share.x * peak.x * -expm1(-amplitude / scale.x) + share.y * peak.y * -expm1(-amplitude / scale.y)
  }

  /// Duration and ramps of a saccade. If 1 ≤ V·T/A ≤ 2, the saccade has both the published peak velocity V and the
  /// published duration T. If V·T/A is below 1, it keeps V and takes longer than T; if above 2, it keeps T and its peak
  /// velocity is lower than V.
  func flight(_ amplitude: Double, direction: SIMD2<Double>) -> Flight {
    let least = amplitude / peakVelocity(amplitude, direction: direction)
    let duration = max(shortest + slope * amplitude, least)
    return Flight(duration: duration, ramp: min(1 - least / duration, 0.5))
  }
}
