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

  /// Shorter words for a line of a terminal, where the unit is beside the number.
  private static let short: [String: String] = [
    "pointer.accuracyDegrees": "bias of a fixation", "pointer.precisionSTDDegrees": "jitter (STD)",
    "pointer.precisionRMSS2SDegrees": "jitter (RMS-S2S)", "pointer.dataLoss": "lost frames",
    "pointer.latencyMilliseconds": "lag behind the gaze", "pointer.effectiveFrequencyHertz": "frames that are not lost",
    "pointer.sizeFor95Points": "target size for 95 %", "scroll.precision": "scrolls that were wanted",
    "scroll.recall": "wanted scrolls that came", "scroll.falsePerMinute": "false scrolls",
    "scroll.midasPerMinute": "Midas touches", "scroll.overshootPoints": "scrolled too far",
    "scroll.offScreenScrollPointsPerMinute": "scrolled, eyes off screen", "scroll.unreadLinesLost": "unread lines lost",
    "scroll.timeToRecoverSeconds": "recovery from a scroll", "scroll.pageCompletion": "read of the page",
    "scroll.timeOverTouch": "time over that by touch", "scroll.kappa": "scroll kappa",
    "joints.shown": "joints in view with a circle", "joints.onScreen": "circles on the screen",
    "overlay.jitterPoints": "jitter while standing", "overlay.lagMilliseconds": "lag of the circles",
    "overlay.falsePerMinute": "circles without a joint", "gestures.precision": "gestures that were asked for",
    "gestures.recall": "asked gestures detected", "gestures.falsePerMinute": "gestures nobody made",
    "gestures.latencyMilliseconds.median": "delay of a gesture", "poles.upsideDown": "time upside down",
    "poles.crossings": "strokes over a pole", "poles.headingJumpsPerMinute": "jumps of the heading",
    "quaternion.nonUnit": "no unit quaternion", "touch.faultsPerMinute": "impossible touches",
    "orientation.afterOneMinute.errorDegrees": "error in the 2nd minute",
    "orientation.afterOneMinute.yawDegrees": "yaw error in the 2nd minute",
    "orientation.afterTenMinutes.errorDegrees": "error in the 11th minute",
    "orientation.afterTenMinutes.yawDegrees": "yaw error in the 11th minute",
    "orientation.afterTenMinutes.articleYawDegrees": "article's yaw, 11th minute",
    "picture.errorPoints.mean": "picture's corners off, mean", "picture.errorPoints.p95": "picture's corners off, 95 %",
    "slip.centrePoints.mean": "slip at the centre, mean", "slip.centrePoints.p95": "slip at the centre, 95 %",
    "slip.feltPoints.mean": "slip with noise and lag, mean", "slip.feltPoints.p95": "slip with noise and lag, 95 %",
    "inertia.coastingDegrees.mean": "view goes on, mean", "inertia.coastingDegrees.p95": "view goes on, 95 %",
  ]

  /// Metrics of unit 1 that are shares of a whole, which are printed in percent.
  private static let shares: Set<String> = [
    "dataLoss", "precision", "recall", "shown", "onScreen", "upsideDown", "crossings", "nonUnit", "pageCompletion",
  ]

  /// True if the metric is a share of a whole and not an index such as F1.
  static func isShare(_ metric: String) -> Bool {
    metric.split(separator: ".").last.map { shares.contains(String($0)) } ?? false
  }

  /// The metric in few words that begin with a small letter; its path if it has no label.
  ///
  /// - Parameter label: the label of the metric's declaration.
  static func short(_ metric: String, label: String? = nil) -> String {
    if let short = short[metric] { return short }
    guard let words = label ?? words(metric) else { return metric }
    let first = words.prefix { $0 != " " }
    let isName = first.dropFirst().contains { $0.isUppercase || $0.isNumber }
    return isName ? words : words.prefix(1).lowercased() + words.dropFirst()
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
