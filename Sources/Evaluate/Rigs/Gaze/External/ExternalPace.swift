import GazePipeline
import GazeRecording
import PortableFoundation

/// The time that a command's programs take for their answers, and one remark on the time to come if they are slower
/// than the camera.
///
/// A program that keeps every limit can still take hours, and where standard error is no terminal nothing shows it.
final class ExternalPace: Sendable {
  /// Time that answers have taken before it is judged, seconds. Assumed.
  private static let patience = 5.0
  private let remark: @Sendable (String) -> Void
  private let lock = Lock()
  // Guarded by the lock.
  private nonisolated(unsafe) var frames = 0
  private nonisolated(unsafe) var seconds = 0.0
  private nonisolated(unsafe) var isJudged = false

  init(_ remark: @escaping @Sendable (String) -> Void) { self.remark = remark }

  /// Adds an answer's time.
  ///
  /// - Parameter rate: frames a second of the person whose frame was answered.
  func add(_ seconds: Double, rate: Double) {
    let mean = lock.withLock { () -> Double? in
      guard !isJudged else { return nil }
      frames += 1
      self.seconds += seconds
      guard self.seconds >= Self.patience else { return nil }
      isJudged = true
      return self.seconds / Double(frames)
    }
    guard let mean, mean > 1 / rate else { return }
    remark(Self.text(mean, rate: rate))
  }

  /// Such as `the program takes 0.90 s a frame: a minute of one person takes 54 min`.
  private static func text(_ mean: Double, rate: Double) -> String {
    // A minute of a person takes as many minutes as a second takes seconds.
    let minutes = mean * rate
    let time = minutes < 120 ? "\(Int(minutes.rounded(.up))) min" : "\(Int((minutes / 60).rounded(.up))) h"
    return "the program takes \(NumberText.general(mean, 2)) s a frame: a minute of one person takes \(time)"
  }
}

/// Limits of an external program. All but `answer` are constants for users; tests change them.
package struct ExternalLimits: Sendable {
  /// Longest time from the start to the line `ready`, seconds.
  var start = 10.0
  /// Longest time for an answer, seconds. On a busy machine a program that answers at once was seen to take 0.55 s.
  package static let answer = 5.0
  /// Longest time for an answer, seconds.
  var answer = ExternalLimits.answer
  /// Longest time from the end of the input to the program's end, seconds.
  var end = 10.0
  /// Time that a program which was asked no frame has to close a pipe before its input ends, seconds: a program does so
  /// within a millisecond of its line `ready`, if at all. Assumed.
  var idle = 0.05
  /// Longest line, bytes.
  var line = 64 << 10
  /// Most text on standard error, bytes.
  var errors = 1 << 20
}
