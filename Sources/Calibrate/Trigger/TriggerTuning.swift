public import GazePipeline
public import GazeRecording

/// Tunes a trigger's zones, dwell times, hysteresis and release to a cost in seconds of the person's time.
///
/// The cost is not smooth, since scrolls are counted, so a simplex minimises it over unbounded x: each number is
/// `low + (high − low) / (1 + e^−x)`, dwell and release on the scale of their logarithm. Every trigger is tried on the same
/// pointers (common random numbers), so that differences are the trigger's. Speed, cooldown and the hold on blinks stay.
public struct TriggerTuning: Sendable {
  /// Where the search begins, and what is not tuned.
  public var start: ScrollTrigger.Settings
  /// What is minimised.
  public var cost: CalibrationFile.TriggerChoice.Cost
  /// Triggers to try in one search, at most about.
  public var evaluations = 140

  /// A tuning.
  public init(start: ScrollTrigger.Settings, cost: CalibrationFile.TriggerChoice.Cost = .init()) {
    self.start = start
    self.cost = cost
  }

  /// The best trigger that one search found.
  public struct Found: Sendable, Equatable {
    /// Its numbers.
    public var settings: ScrollTrigger.Settings
    /// Seconds lost a minute with it.
    public var cost: Double
    /// Triggers tried.
    public var evaluations: Int
  }

  /// Searches from one corner of the space.
  ///
  /// - Parameters:
  ///   - corner: 0 begins at `start`, 1 at a patient trigger with narrow zones, 2 at a quick one with wide zones: the cost
  ///     has several valleys.
  ///   - mishaps: what a trigger comes to, always on the same pointers.
  /// - Throws: where GSL fails.
  public func search(
    corner: Int, _ mishaps: (ScrollTrigger.Settings) -> TriggerMishaps
  ) throws(LeastSquaresFailure) -> Found {
    func cost(_ x: [Double]) -> Double { mishaps(settings(at: x)).secondsLostPerMinute(self.cost) }
    let starts = [x(of: start), [-2, 1.5, 0, 1.5, -1, 0], [0.5, -1.5, 0, -1.5, 0, -1]]
    var best = Found(settings: start, cost: mishaps(start).secondsLostPerMinute(self.cost), evaluations: 1)
    var from = starts[min(max(corner, 0), starts.count - 1)]
    // Begun anew once where it ended: a simplex that has collapsed is no minimum.
    for step in [1.0, 0.5] {
      let minimum = try Simplex.minimise(from: from, step: step, evaluations: evaluations / 2, cost)
      best.evaluations += minimum.evaluations
      if minimum.value < best.cost {
        (best.settings, best.cost) = (settings(at: minimum.x).rounded, minimum.value)
      }
      from = minimum.x
    }
    // The rounded numbers are those of the file; their cost is what is reported.
    best.cost = mishaps(best.settings).secondsLostPerMinute(self.cost)
    return best
  }

  /// The numbers of corners: one for each that `search` knows.
  public static let corners = 3

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
