package import GazeMetrics
import GazePipeline
import GazeRecording

/// What holds several numbers, as people read it.
package enum Format {
  /// `[low, high]`; a dash where there is none.
  package static func interval(_ interval: ConfidenceInterval?, _ decimals: Int = 1) -> String {
    guard let interval else { return "-" }
    return "[\(NumberText.fixed(interval.lower, decimals)), \(NumberText.fixed(interval.upper, decimals))]"
  }
}
