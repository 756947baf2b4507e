import GazePipeline
import GazeRecording
import PortableFoundation

/// A failure of an external program, in one line.
struct ExternalFailure: Error, Sendable, CustomStringConvertible {
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

/// The state that all programs of a command share: its words, its limits, and the failure of the first person in the
/// run's order, so that the error does not depend on which of several programs is faster. After a failure no program
/// for a later person is asked.
final class ExternalCommand: Sendable {
  let line: String
  let limits: ExternalLimits
  let pace: ExternalPace?
  private let lock = Lock()
  // Guarded by the lock.
  private nonisolated(unsafe) var first: ExternalFailure?
  private nonisolated(unsafe) var hasStatedScroll = false

  init(_ line: String, _ limits: ExternalLimits, _ pace: ExternalPace?) {
    (self.line, self.limits, self.pace) = (line, limits, pace)
  }

  /// True once an answer of any program had the key `scroll`.
  var statesScroll: Bool { lock.withLock { hasStatedScroll } }

  /// Notes an answer with the key `scroll`.
  func noteScroll() { lock.withLock { hasStatedScroll = true } }

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
