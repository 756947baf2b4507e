package import GazeMetrics
import GazePipeline
import GazeRecording

/// Text of values that hold several numbers.
package enum Format {
  /// `[low, high]`; a dash if the interval is nil.
  package static func interval(_ interval: ConfidenceInterval?, _ decimals: Int = 1) -> String {
    guard let interval else { return "-" }
    return "[\(NumberText.fixed(interval.lower, decimals)), \(NumberText.fixed(interval.upper, decimals))]"
  }
}
