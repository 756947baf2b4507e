import GazePipeline
import GazeRecording
import PortableFoundation

/// A failure of an external program, in one line.
struct ExternalFailure: Error, CustomStringConvertible {
  /// The failure, safe for a terminal.
  let description: String
  /// The person's place in the run; -1 for a program that was started for no person.
  let order: Int

  /// - Parameters:
  ///   - place: the exchange in which the program failed, such as `frame 12`.
  ///   - errors: text that the program wrote to standard error.
  init(command: String, participant: Int?, at place: String, fault: ExternalFault, errors: [UInt8]) {
    order = participant ?? -1
    let person = participant.map { "participant \($0), " } ?? ""
    var text = "--pipeline-command `\(Self.short(command))`: \(person)\(place): \(fault.description)"
    let lines = String(decoding: errors.suffix(4096), as: UTF8.self).split(whereSeparator: \.isNewline)
    if let last = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) {
      text += "; its last line on stderr: `\(Self.short(last))`"
    }
    description = TerminalText.line(text)
  }

  private static func short(_ text: some StringProtocol) -> String {
    text.count > 120 ? text.prefix(119) + "…" : String(text)
  }
}

/// A fault of an external program, without its place.
struct ExternalFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A command and what all its programs share. Their failure is that of the first person in the run's order, so that the
/// error does not depend on which of several programs is faster. After it no program for a later person is asked.
final class ExternalCommand: Sendable {
  let text: String
  let limits: ExternalLimits
  let pace: ExternalPace?
  private let lock = Lock()
  // Guarded by the lock.
  private nonisolated(unsafe) var first: ExternalFailure?
  private nonisolated(unsafe) var hasScroll = false

  init(_ text: String, _ limits: ExternalLimits, _ pace: ExternalPace?) {
    (self.text, self.limits, self.pace) = (text, limits, pace)
  }

  /// True once an answer had the key `scroll`.
  var statesScroll: Bool {
    get { lock.withLock { hasScroll } }
    set { lock.withLock { hasScroll = newValue } }
  }

  /// Keeps a failure, unless one of the same or an earlier person is known.
  func keep(_ failure: ExternalFailure) {
    lock.withLock { if first.map({ failure.order < $0.order }) ?? true { first = failure } }
  }

  /// True after a failure for this person or an earlier one.
  func hasFailed(for participant: Int?) -> Bool {
    lock.withLock { first.map { $0.order <= participant ?? -1 } ?? false }
  }

  /// Throws the failure of this person or an earlier one; of anybody if `participant` is nil.
  func check(for participant: Int? = nil) throws {
    guard let failure = lock.withLock({ first }), failure.order <= participant ?? .max else { return }
    throw failure
  }
}

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
