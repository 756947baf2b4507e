import GazeMetrics
import GazeTesting

/// Metrics in words, for people who do not know the metrics' paths in the JSON.
enum MetricLabel {
  private static let words: [String: String] = [
    "pointer.accuracyDegrees": "Accuracy: mean pointer of a fixation to its target",
    "pointer.precisionRMSS2SDegrees": "Precision RMS-S2S within fixations",
    "pointer.precisionSTDDegrees": "Precision STD within fixations", "pointer.bceaDegrees2": "BCEA within fixations",
    "pointer.dataLoss": "Data loss", "pointer.latencyMilliseconds": "Lag of the pointer behind the gaze",
    "scroll.precision": "Scroll precision", "scroll.recall": "Scroll recall", "scroll.f1": "Scroll F1",
    "scroll.falsePerMinute": "False scrolls a minute without an intent",
    "scroll.overshootPoints": "Overshoot of a wanted scroll",
    "scroll.offScreenScrollPointsPerMinute": "Scrolled while looking off the screen",
    "scroll.midasPerMinute": "Midas touches a minute",
    "pointer.sizeFor95Points": "Target size for 95 % of samples, eyes at rest",
  ]

  /// The metric in words; nil if it has no label.
  static func words(_ metric: String) -> String? {
    if let words = words[metric] { return words }
    let parts = metric.split(separator: ".").map(String.init)
    let units = ["Points", "Millimetres", "Degrees"]
    let kinds = ["error": "", "settledError": ", eyes at rest", "targetError": " to the shown target"]
    let kind = kinds.first { kind in units.contains { parts.count == 3 && parts[1] == kind.key + $0 } }?.value
    let names = ["mean": "Mean", "median": "Median", "p90": "90th percentile of the", "p95": "95th percentile of the"]
    if let kind, parts[0] == "pointer" {
      if parts[2] == "rms" { return "RMS pointer error\(kind)" }
      if let name = names[parts[2]] { return "\(name) pointer error\(kind)" }
    }
    return nil
  }

  /// A metric's unit as printed after a number.
  static func printed(unit: String) -> String {
    switch unit {
    case "1": ""
    case "deg": "°"
    case "deg²": "°²"
    case "deg/min": "°/min"
    case "1/min": "/min"
    default: unit
    }
  }

  /// Number of meaningful decimals of such a value.
  static func decimals(_ value: Double?) -> Int {
    guard let value, value.isFinite else { return 2 }
    return abs(value) >= 20 ? 0 : abs(value) >= 2 ? 1 : abs(value) >= 0.1 || value == 0 ? 2 : 3
  }
}
