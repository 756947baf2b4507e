import Foundation
import GazeMetrics
import GazeRecording

/// Numbers as people read them.
enum Format {
  /// With so many decimals; a dash where there is none.
  static func number(_ value: Double?, _ decimals: Int = 1) -> String {
    guard let value, value.isFinite else { return "-" }
    let text = String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), value)
    // Nothing that rounds to 0 is below it.
    return text.hasPrefix("-") && !text.contains { "123456789".contains($0) } ? String(text.dropFirst()) : text
  }

  /// Decimals that say something about such a number: three digits or so.
  static func decimals(_ value: Double?) -> Int {
    guard let value, value.isFinite, value != 0 else { return 2 }
    return abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : abs(value) >= 0.1 ? 2 : abs(value) >= 0.001 ? 4 : 6
  }

  /// `[low, high]`; a dash where there is none.
  static func interval(_ interval: Interval?, _ decimals: Int = 1) -> String {
    guard let interval else { return "-" }
    return "[\(number(interval.lower, decimals)), \(number(interval.upper, decimals))]"
  }

  /// Share as per cent.
  static func percent(_ value: Double?) -> String { value.map { number($0 * 100, 1) + " %" } ?? "-" }

  /// `n thing` or `n things`.
  static func count(_ n: Int, _ one: String, _ many: String? = nil) -> String {
    "\(n) \(n == 1 ? one : many ?? one + "s")"
  }
}

extension RecordingHeader {
  /// What one row of it is called: a frame of gaze, a sample of any other rig.
  var row: String { rig == GazeCommands.name ? "frame" : "sample" }
}
