import CalibrationSupport
import GazePipeline
import GazeRecording

@testable import Calibrate

extension FixationFinder.Tally {
  /// A tally of 100 frames with a change.
  static func with(_ change: (inout Self) -> Void) -> Self {
    var tally = Self()
    tally.frames = 100
    change(&tally)
    return tally
  }
}
