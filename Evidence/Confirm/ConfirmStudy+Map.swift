import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation

@testable import Evaluate
@testable import StudySupport

extension ConfirmStudy {
  /// F1 of `confirm` over the size of deliberate signs and the rate of spontaneous ones, and where it equals that of
  /// today's rule.
  struct Map: Sendable {
    struct Point: Sendable {
      /// Mean peak of deliberate signs, 0…1.
      var peak: Double
      /// Spontaneous raises a minute.
      var spontaneous: Double
      var f1: Double?
      /// Unwanted scrolls a minute without an intent.
      var falsePerMinute: Double?
      /// Share of deliberate signs that were detected, of people who can make the sign.
      var detected: Double?
    }

    /// F1 of today's rule.
    var edgeF1: Double?
    var points: [Point]
    /// Detected share of signs at which F1 equals that of today's rule, by the rate of spontaneous raises; nil where
    /// it is equal nowhere on the map.
    var breakEven: [BreakEven]
    /// Rate of spontaneous raises a minute at which F1 equals that of today's rule, with signs of the usual peak.
    var breakEvenRate: Double?

    struct BreakEven: Sendable {
      var spontaneous: Double
      var detected: Double?
    }
  }

  /// Peaks of deliberate signs: from weak ones, of which hardly any is detected, to nearly the recorded 0.97.
  static let peaks = [0.4, 0.5, 0.6, 0.7, 0.8, 0.95]
  /// Peak at which the break-even rate is stated; the constant `sign.peak` is 0.85.
  static let usualPeak = 0.8
  /// Spontaneous raises a minute: few, the upper bound of the recordings, a lively face, and far too many.
  static let rates = [0.2, 0.9, 3, 10]

  /// Today's rule, and the confirmed rule at each rate and peak.
  var mapStages: [Stage] {
    let cells = cells.filter { $0.patience == nil }
    return [Stage(arms: [Arm(rule: .edge)], cells: cells)]
      + Self.rates.flatMap { rate in
        Self.peaks.map { peak in
          Stage(
            arms: [Arm(rule: .confirm)], cells: cells,
            constants: [("sign.peak", peak), ("sign.spontaneous", rate)])
        }
      }
  }

  /// The map from the results of `mapStages`.
  func map(_ results: [[Arm: Result]]) -> Map {
    func sum(_ result: Result?) -> Counts { (result?.people ?? []).joined().reduce(Counts(), +) }
    let today = sum(results[0][Arm(rule: .edge)])
    var points: [Map.Point] = []
    for rate in Self.rates {
      for peak in Self.peaks {
        let counts = sum(results[points.count + 1][Arm(rule: .confirm)])
        points.append(
          Map.Point(
            peak: peak, spontaneous: rate, f1: counts.f1.value, falsePerMinute: counts.falses.value,
            detected: counts.detection.value))
      }
    }
    let usual = points.filter { $0.peak == Self.usualPeak }
    return Map(
      edgeF1: today.f1.value, points: points,
      breakEven: Self.rates.map { rate in
        Map.BreakEven(
          spontaneous: rate,
          detected: Self.crossing(
            points.filter { $0.spontaneous == rate }.compactMap { point in
              point.detected.flatMap { x in point.f1.map { (x, $0) } }
            }, at: today.f1.value))
      },
      breakEvenRate: Self.crossing(
        usual.compactMap { point in point.f1.map { (point.spontaneous, $0) } }, at: today.f1.value))
  }

  /// The x at which a curve first reaches y, by linear interpolation between points in the order of their x; nil if it
  /// lies on one side of y.
  static func crossing(_ points: [(x: Double, y: Double)], at y: Double?) -> Double? {
    guard let y else { return nil }
    let points = points.sorted { $0.x < $1.x }
    for (a, b) in zip(points, points.dropFirst()) where (a.y - y) * (b.y - y) <= 0 && a.y != b.y {
      return a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
    }
    return nil
  }
}
