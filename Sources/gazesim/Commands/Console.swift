import Foundation
import GazeRecording

/// What the command says: results on stdout, everything else on stderr.
enum Console {
  /// A line of the result.
  ///
  /// Whatever could steer a terminal is replaced: a line may hold names out of a stranger's file.
  static func print(_ line: String) throws(FileError) { try write(TerminalText.line(line)) }

  /// Lines of the result.
  static func print(_ lines: [String]) throws(FileError) {
    try write(lines.map { TerminalText.line($0) }.joined(separator: "\n"))
  }

  /// A value of the result as JSON, keys in order.
  static func print(json value: some Encodable) throws { try write(String(decoding: encoded(value), as: UTF8.self)) }

  /// The parser's own result: help, a version, a completion script.
  static func print(asIs text: String) throws(FileError) { try write(text) }

  private static func write(_ text: String) throws(FileError) {
    var output = try OutputFile(path: "-")
    try output.write(text + "\n")
    try output.commit()
  }

  /// A value as JSON, as it is printed and as it is written to files.
  static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Data(TerminalText.json(String(decoding: try encoder.encode(value), as: UTF8.self)).utf8)
  }

  /// A remark.
  static func note(_ line: String) { remark(TerminalText.line(line)) }

  /// The parser's message, several lines.
  static func usage(_ text: String) { remark(TerminalText.lines(text)) }

  private static func remark(_ text: String) { StandardStreams.remark(text + "\n") }

  /// One line about what went wrong.
  static func error(_ message: String) {
    note("gazesim: error: " + message.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// True if a person reads stderr.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}

/// A progress bar on a terminal, nothing anywhere else.
struct Progress: Sendable {
  private let label: String
  private let isShown: Bool

  init(_ label: String, quiet: Bool) {
    self.label = label
    // A dumb terminal cannot write over a line.
    isShown = !quiet && Console.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Shows how much is done, 0…1.
  func show(_ share: Double) {
    guard isShown else { return }
    InterruptedFiles.setLine(open: true)
    let width = 30
    let full = Int(min(max(share, 0), 1) * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    StandardStreams.remark("\r\(label) [\(bar)] \(Int(share * 100)) %")
  }

  /// Takes the bar away.
  func finish() {
    guard isShown else { return }
    StandardStreams.remark("\r\u{1B}[K")
    InterruptedFiles.setLine(open: false)
  }
}
