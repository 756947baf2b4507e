import GazeRecording
import PortableFoundation

/// A progress bar on a terminal, with the time left after two seconds. Elsewhere, as in a log of CI, a line every ten
/// seconds.
///
/// All cores report to one object. It keeps the largest share so far, so it never runs backwards.
final class Progress: Sendable {
  /// Time without an estimate of the time left, seconds: before that, the estimate would jump.
  private static let silence = 2.0
  /// Time between two lines, and before the first one, seconds.
  private static let pause = 10.0

  private let label: String
  /// True for lines, false for a bar.
  private let writesLines: Bool
  /// Writes to standard error; nil shows nothing.
  private let write: (@Sendable (String) -> Void)?
  /// The time in seconds.
  private let clock: @Sendable () -> Double
  private let lock = Lock()
  // `best`, `last` and `lineTime` are accessed only while the lock is held.
  private nonisolated(unsafe) var best = 0.0
  private nonisolated(unsafe) var last = ""
  private nonisolated(unsafe) var lineTime: Double
  private let start: Double

  /// A bar on standard error if that is a terminal, else lines.
  convenience init(_ label: String, quiet: Bool) {
    // A terminal of type `dumb` cannot overwrite a line, so it gets lines.
    let isBar = Console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    let terminal: @Sendable (String) -> Void = { text in
      if isBar { InterruptedFiles.setLine(open: text != "\r" + Progress.clear) }
      StandardStreams.remark(text)
    }
    self.init(label, to: quiet ? nil : terminal, asLines: !isBar)
  }

  /// - Parameters:
  ///   - write: receives the text; nil shows nothing.
  ///   - asLines: true for lines, false for a bar.
  ///   - clock: returns the time in seconds.
  init(
    _ label: String, to write: (@Sendable (String) -> Void)?, asLines: Bool = false,
    clock: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
  ) {
    (self.label, self.write, writesLines, self.clock) = (label, write, asLines, clock)
    start = clock()
    lineTime = start
  }

  /// Shows the share that is done, 0…1. A share below the largest one so far changes nothing.
  ///
  /// - Parameter isBound: true if the rest may be left out, as the interim analyses of a gate; the time left is then an
  ///   upper bound.
  func show(_ share: Double, isBound: Bool = false) {
    guard let write else { return }
    lock.lock()
    defer { lock.unlock() }
    best = max(best, min(share.isFinite ? share : 0, 1))
    let now = clock()
    let remaining = Self.remaining(best, after: now - start, isBound: isBound)
    if writesLines {
      guard now - lineTime >= Self.pause else { return }
      lineTime = now
      return write("\(label): \(Int(best * 100)) %\(remaining)\n")
    }
    let line = Self.bar(label, best) + remaining
    guard line != last else { return }
    last = line
    write("\r\(line)" + Self.clear)
  }

  /// Removes the bar; lines stay.
  func finish() {
    guard let write else { return }
    lock.lock()
    defer { lock.unlock() }
    guard !last.isEmpty else { return }
    last = ""
    write("\r" + Self.clear)
  }

  /// Prints a remark while a bar may be shown: the bar's line is cleared, and the next share draws it again.
  static func note(_ line: String) {
    if Console.isTerminal, ProcessInfo.processInfo.environment["TERM"] != "dumb" {
      StandardStreams.remark("\r" + clear)
    }
    Console.note(line)
  }

  private static let clear = "\u{1B}[K"

  /// Such as `gate [#########.....................] 30 %`.
  private static func bar(_ label: String, _ share: Double) -> String {
    let width = 30
    let full = Int(share * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    return "\(label) [\(bar)] \(Int(share * 100)) %"
  }

  /// Such as `, 14 s left`; empty while nothing is known.
  private static func remaining(_ share: Double, after seconds: Double, isBound: Bool) -> String {
    guard seconds >= silence, share > 0, share < 1 else { return "" }
    return ", " + (isBound ? "at most " : "") + text(seconds * (1 - share) / share) + " left"
  }

  /// A time rounded up, in seconds, minutes or hours.
  private static func text(_ seconds: Double) -> String {
    if seconds <= 90 { return "\(Int(seconds.rounded(.up))) s" }
    if seconds <= 5400 { return "\(Int((seconds / 60).rounded(.up))) min" }
    return "\(Int(min(seconds / 3600, 1e6).rounded(.up))) h"
  }
}
