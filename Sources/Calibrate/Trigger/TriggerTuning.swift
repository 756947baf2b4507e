package import GazePipeline
package import GazeRecording

/// Tunes a trigger's zones, dwell times, hysteresis and release to a cost in seconds of the person's time.
///
/// The cost is not smooth, since scrolls are counted, so a simplex minimises it over unbounded x: each number is
/// `low + (high − low) / (1 + e^−x)`, dwell and release on the scale of their logarithm. Every trigger is tried on the same
/// pointers (common random numbers), so that differences are the trigger's. Speed, cooldown and the hold on blinks stay.
///
/// A trigger that never scrolls makes no mistake, and where wishes are hard to see it may even cost the least; but it is
/// none. So a trigger that answers a smaller share of the wishes than the one at the start pays for it: `refusal` seconds a
/// minute for each share.
package struct TriggerTuning: Sendable {
  /// Where the search begins, and what is not tuned.
  package var start: ScrollTrigger.Settings
  /// What is minimised.
  package var cost: CalibrationFile.TriggerChoice.Cost
  /// Seconds a minute for the whole share of wishes; a few times all that they cost otherwise.
  package static let refusal = 100.0

  /// A tuning.
  package init(start: ScrollTrigger.Settings, cost: CalibrationFile.TriggerChoice.Cost = .init()) {
    self.start = start
    self.cost = cost
  }

  /// The best trigger that one search found.
  package struct Found: Sendable, Equatable {
    /// Its numbers.
    package var settings: ScrollTrigger.Settings
    /// `TriggerTuning.judged` of it.
    package var cost: Double
    /// Triggers tried.
    package var evaluations: Int
  }

  /// Where a search may begin besides `start`, since the cost has several valleys: a patient trigger with narrow zones
  /// and a quick one with wide zones.
  package var corners: [ScrollTrigger.Settings] {
    [start, settings(at: [-2, 1.5, 0, 1.5, -1, 0]), settings(at: [0.5, -1.5, 0, -1.5, 0, -1])]
  }

  /// Seconds lost a minute, and what refusing more wishes than `baseline` does costs.
  package func judged(_ mishaps: TriggerMishaps, baseline: TriggerMishaps) -> Double {
    mishaps.secondsLostPerMinute(cost) + Self.refusal * max(mishaps.missedShare - baseline.missedShare, 0)
  }

  /// Searches from one trigger.
  ///
  /// - Parameters:
  ///   - steps: sizes of the simplexes, in x; each begins where the last one ended, since one that has collapsed is no
  ///     minimum.
  ///   - evaluations: triggers to try, at most about.
  ///   - mishaps: what a trigger comes to, always on the same people.
  /// - Throws: where GSL fails.
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
        // Rounded as the file will hold it.
        cost(self.settings(at: $0).rounded)
      }
      best.evaluations += minimum.evaluations
      if minimum.value < best.cost {
        (best.settings, best.cost) = (self.settings(at: minimum.x).rounded, minimum.value)
      }
      from = minimum.x
    }
    return best
  }

  private struct Axis: Sendable {
    var path: any WritableKeyPath<ScrollTrigger.Settings, Double> & Sendable
    var range: ClosedRange<Double>
    var isLogarithmic: Bool
  }

  private static let axes = [
    Axis(path: \.edgeZone, range: 0...0.3, isLogarithmic: false),
    Axis(path: \.edgeDwell, range: 0.1...3, isLogarithmic: true),
    Axis(path: \.offScreenZone, range: 0.02...0.8, isLogarithmic: false),
    Axis(path: \.offScreenDwell, range: 0.1...3, isLogarithmic: true),
    Axis(path: \.hysteresis, range: 0...0.25, isLogarithmic: false),
    Axis(path: \.release, range: 0.03...1, isLogarithmic: true),
  ]

  func settings(at x: [Double]) -> ScrollTrigger.Settings {
    var settings = start
    for (axis, x) in zip(Self.axes, x) {
      let share = 1 / (1 + Elementary.exp(-x))
      let (low, high) = (axis.range.lowerBound, axis.range.upperBound)
      settings[keyPath: axis.path] =
        axis.isLogarithmic
        ? Elementary.exp(Elementary.log(low) + (Elementary.log(high) - Elementary.log(low)) * share)
        : low + (high - low) * share
    }
    return settings
  }

  func x(of settings: ScrollTrigger.Settings) -> [Double] {
    Self.axes.map { axis in
      let (low, high) = (axis.range.lowerBound, axis.range.upperBound)
      let value = min(max(settings[keyPath: axis.path], low), high)
      let share =
        axis.isLogarithmic
        ? (Elementary.log(value) - Elementary.log(low)) / (Elementary.log(high) - Elementary.log(low))
        : (value - low) / (high - low)
      // At a bound x would be infinite.
      let held = min(max(share, 0.02), 0.98)
      return Elementary.log(held / (1 - held))
    }
  }
}

extension ScrollTrigger.Settings {
  /// To three decimals: a millisecond, a thousandth of the window.
  fileprivate var rounded: Self {
    var settings = self
    for path: WritableKeyPath<Self, Double> in [
      \.edgeZone, \.edgeDwell, \.offScreenZone, \.offScreenDwell, \.hysteresis, \.release,
    ] {
      settings[keyPath: path] = (settings[keyPath: path] * 1000).rounded() / 1000
    }
    return settings
  }
}
