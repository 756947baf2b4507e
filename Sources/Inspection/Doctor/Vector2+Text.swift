import GazePipeline
import GazeRecording

extension Vector2 {
  /// `375.0 x 812.0`, with at most this number of decimals.
  func text(_ separator: String = " x ", _ decimals: Int = 1) -> String {
    NumberText.rounded(x, decimals) + separator + NumberText.rounded(y, decimals)
  }
}
