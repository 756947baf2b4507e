package import GazeMetrics
import GazePipeline
import GazeRecording

/// Values of several numbers, as people read them.
package enum Format {
  /// `[low, high]`; a dash without an interval.
  package static func interval(_ interval: ConfidenceInterval?, _ decimals: Int = 1) -> String {
    guard let interval else { return "-" }
    return "[\(NumberText.fixed(interval.lower, decimals)), \(NumberText.fixed(interval.upper, decimals))]"
  }
}
