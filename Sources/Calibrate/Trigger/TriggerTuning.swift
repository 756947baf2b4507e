package import GazePipeline
package import GazeRecording
private import PortableFoundation

/// Tunes a trigger's zones, dwell times, hysteresis and release to minimise a cost in seconds of the person's time.
///
/// The cost is not smooth, since scrolls are counted. So a simplex minimises it over unbounded x: each number is
/// `low + (high − low) / (1 + e^−x)`, dwell and release on the scale of their logarithm. Every trigger is tried on the
/// same pointers (common random numbers), so that differences are due to the trigger. Speed, cooldown and the hold on
/// blinks are not changed.
///
/// A trigger that never scrolls makes no false scrolls, and if intents are hard to detect it may even have the lowest
/// cost, but it is useless. A trigger that answers a smaller share of the intents than `start` does therefore pays a
/// penalty: `refusal` seconds a minute times the difference of the shares.
package struct TriggerTuning {
  /// Start of the search; it also has the values that are not tuned.
  package var start: ScrollTrigger.Settings
  package var cost: CalibrationFile.TriggerChoice.Cost
  /// Penalty for answering no intent, seconds per minute: a few times the cost of missed intents without the penalty.
  package static let refusal = 100.0

  package init(start: ScrollTrigger.Settings, cost: CalibrationFile.TriggerChoice.Cost = .init()) {
    self.start = start
    self.cost = cost
  }

  package struct Found: Equatable {
    package var settings: ScrollTrigger.Settings
    /// Cost of the trigger, `TriggerTuning.judged`.
    package var cost: Double
    package var evaluations: Int
  }

  /// Starts of a search, several because the cost has several valleys: `start`, a patient trigger with narrow zones,
  /// and a quick one with wide zones. The numbers are in the order of `axes`.
  package var corners: [ScrollTrigger.Settings] {
    [start, settings(at: [-2, 1.5, 0, 1.5, -1, 0]), settings(at: [0.5, -1.5, 0, -1.5, 0, -1])]
  }

  /// Seconds lost a minute, plus the penalty for refusing more intents than `baseline` does.
  package func judged(_ mishaps: TriggerMishaps, baseline: TriggerMishaps) -> Double {
    mishaps.secondsLostPerMinute(cost) + Self.refusal * max(mishaps.missedShare - baseline.missedShare, 0)
  }

  /// Searches from one trigger.
  ///
  /// - Parameters:
  ///   - steps: sizes of the simplexes, in x. Each simplex begins where the last one ended, since a collapsed simplex
  ///     need not be at a minimum.
  ///   - evaluations: approximate maximum number of triggers to try.
  ///   - mishaps: counts the errors of a trigger, always on the same people.
  /// - Throws: `LeastSquaresError` if GSL fails.
  package func search(
    from settings: ScrollTrigger.Settings, steps: [Double] = [1, 0.5], evaluations: Int,
    _ mishaps: (ScrollTrigger.Settings) -> TriggerMishaps
  ) throws(LeastSquaresError) -> Found {
    let baseline = mishaps(start)
    func cost(_ settings: ScrollTrigger.Settings) -> Double { judged(mishaps(settings), baseline: baseline) }
    var best = Found(settings: settings, cost: cost(settings), evaluations: 2)
    var from = x(of: settings)
    for step in steps {
      let minimum = try Simplex.minimise(from: from, step: step, evaluations: evaluations / steps.count) {
        // The cost is computed with the rounded numbers that the file stores.
        cost(Self.rounded(self.settings(at: $0)))
      }
      best.evaluations += minimum.evaluations
      if minimum.value < best.cost {
        (best.settings, best.cost) = (Self.rounded(self.settings(at: minimum.x)), minimum.value)
      }
      from = minimum.x
    }
    return best
  }

  private struct Axis {
    var path: any WritableKeyPath<ScrollTrigger.Settings, Double> & Sendable
    var range: ClosedRange<Double>
    var isLogarithmic = false

    /// The bounds on the axis's scale.
    var ends: (low: Double, high: Double) { (scaled(range.lowerBound), scaled(range.upperBound)) }

    func scaled(_ value: Double) -> Double { isLogarithmic ? log(value) : value }
    func value(_ scaled: Double) -> Double { isLogarithmic ? exp(scaled) : scaled }
  }

  /// The tuned numbers, in the order of x and of the lists in `corners`; a shorter list leaves the last numbers as they
  /// are.
  private static let axes = [
    Axis(path: \.edgeZone, range: 0...0.3), Axis(path: \.edgeDwell, range: 0.1...3, isLogarithmic: true),
    Axis(path: \.offScreenZone, range: 0.02...0.8),
    Axis(path: \.offScreenDwell, range: 0.1...3, isLogarithmic: true), Axis(path: \.hysteresis, range: 0...0.25),
    Axis(path: \.release, range: 0.03...1, isLogarithmic: true),
  ]

  func settings(at x: [Double]) -> ScrollTrigger.Settings {
    var settings = start
    for (axis, x) in zip(Self.axes, x) {
      let (low, high) = axis.ends
      settings[keyPath: axis.path] = axis.value(low + (high - low) * (1 / (1 + exp(-x))))
    }
    return settings
  }

  func x(of settings: ScrollTrigger.Settings) -> [Double] {
    Self.axes.map { axis in
      let (low, high) = axis.ends
      let value = min(max(settings[keyPath: axis.path], axis.range.lowerBound), axis.range.upperBound)
      // The share is kept away from 0 and 1, since x would be infinite at a bound.
      let share = min(max((axis.scaled(value) - low) / (high - low), 0.02), 0.98)
      return log(share / (1 - share))
    }
  }

  /// Settings rounded to three decimals: a millisecond, a thousandth of the window.
  private static func rounded(_ settings: ScrollTrigger.Settings) -> ScrollTrigger.Settings {
    var settings = settings
    for axis in axes { settings[keyPath: axis.path] = (settings[keyPath: axis.path] * 1000).rounded() / 1000 }
    return settings
  }
}
