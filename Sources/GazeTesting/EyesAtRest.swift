package import GazeRecording

/// Detection of samples of eyes at rest. It uses the simulator's truth or the targets that the app showed, never a
/// pipeline, so that all pipelines are judged on the same samples.
///
///     with the truth:  `afterSaccade` after the last frame of a saccade, or of a blink, which may hide one
///     without it:      `afterOnset` after a target came (`PersonTrial`)
///
/// 0.3 s is longer than the delay of a corrective saccade (150 ms, Becker 1972) and than a pointer's usual lag; 0.75 s
/// also covers a reaction, a saccade and its correction.
package struct SettlingDetector {
  /// Seconds after the end of the last saccade.
  package static let afterSaccade = 0.3
  /// Seconds after a target's onset.
  package static let afterOnset = 0.75
  /// Longest interval between frames, seconds: a longer one may hide a saccade.
  static let longestStep = 0.1

  /// `since`: time of the first frame since which the eyes are known to have made no saccade.
  private var since, lastTime: Double?

  /// The state before the first frame.
  package init() {}

  /// Takes in a frame's truth, which is nil if it is not known, and returns true if the eyes are at rest.
  package mutating func step(_ truth: RecordedFrame.Truth?, at time: Double) -> Bool {
    let isNext = lastTime.map { time > $0 && time - $0 <= Self.longestStep } ?? false
    lastTime = time
    guard let truth, truth.state != .saccade, truth.state != .blink else {
      since = nil
      return false
    }
    let start = isNext ? since ?? time : time
    since = start
    return Self.isLater(time, than: start, by: Self.afterSaccade)
  }

  /// Times are sums of frame intervals; the tolerance keeps rounding from delaying a sample by one frame.
  static func isLater(_ time: Double, than start: Double, by seconds: Double) -> Bool { time - start >= seconds - 1e-9 }
}
