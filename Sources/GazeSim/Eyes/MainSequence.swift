private import Foundation
private import GazePipeline

/// How fast saccades are: the larger, the faster, up to a limit.
///
///     peak velocity  V(A) = Vmax · (1 − e^(−A/c))           (fitted to n = 100, PMC6143243; horizontal and vertical)
///     duration       T(A) = 1.875 · A / V(A)                (minimum jerk, whose peak is 15/8 of its mean)
///
/// T tends to 1.875·c/Vmax, 37 ms, for the smallest; what a 30°/s threshold sees of it agrees with Carpenter's
/// 2.2·A + 21 ms within a fifth from 2 to 15°.
package struct MainSequence: Sendable, Equatable {
  private let peak: SIMD2<Double>
  private let scale: SIMD2<Double>

  /// A person's main sequence; `speed` multiplies the velocities.
  init(_ p: SimulationParameters.Eyes, speed: Double) {
    peak = SIMD2(p.saccadePeakH, p.saccadePeakV) * speed
    scale = SIMD2(p.saccadeScaleH, p.saccadeScaleV)
  }

  /// The main sequence of people with these parameters.
  package init(_ parameters: SimulationParameters, speed: Double) { self.init(parameters.eyes, speed: speed) }

  /// Peak velocity of a saccade, radians/s.
  ///
  /// - Parameters:
  ///   - amplitude: radians, ≥ 0.
  ///   - direction: (horizontal, vertical) of any length but zero; oblique saccades lie between, by its squares.
  package func peakVelocity(_ amplitude: Double, direction d: SIMD2<Double>) -> Double {
    let share = d * d / (d * d).sum()
    return share.x * peak.x * -expm1(-amplitude / scale.x) + share.y * peak.y * -expm1(-amplitude / scale.y)
  }

  /// Its duration, seconds.
  package func duration(_ amplitude: Double, direction: SIMD2<Double>) -> Double {
    1.875 * amplitude / peakVelocity(amplitude, direction: direction)
  }
}
