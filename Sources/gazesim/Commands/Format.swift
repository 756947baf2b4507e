import Foundation
import GazeMetrics

/// Numbers as people read them.
enum Format {
  /// With so many decimals; a dash where there is none.
  static func number(_ value: Double?, _ decimals: Int = 1) -> String {
    guard let value, value.isFinite else { return "-" }
    return String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), value)
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
