package import GazeRecording

/// When a sample is one of eyes at rest: told by what the simulator knows or by what the app showed, never by a pipeline, so
/// that all pipelines are judged on the same samples.
///
///     with the truth:  `afterSaccade` after the last frame of a saccade, or of a blink, which may hide one
///     without it:      `afterOnset` after a target came (`PersonTrial`)
///
/// 0.3 s is more than a corrective saccade takes to follow (150 ms, Becker 1972) and more than a pointer's usual lag; 0.75 s
/// holds a reaction, a saccade and its correction as well.
package struct EyesAtRest: Sendable {
  /// Seconds after the end of the last saccade.
  package static let afterSaccade = 0.3
  /// Seconds after a target's onset.
  package static let afterOnset = 0.75
  /// Seconds: frames further apart may hide a saccade.
  static let longestStep = 0.1

  /// The first frame since which the eyes are known to have made no saccade.
  private var since: Double?
  private var lastTime: Double?

  /// Before the first frame.
  package init() {}

  /// Takes in what is true of a frame, nil where it is not known, and says whether the eyes rest.
  package mutating func step(_ truth: FrameTruth?, at time: Double) -> Bool {
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

  /// Times are sums of frames: what is due at a frame is not put off by their rounding.
  static func isLater(_ time: Double, than start: Double, by seconds: Double) -> Bool { time - start >= seconds - 1e-9 }
}
