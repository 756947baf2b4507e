import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// Output of the command: results on stdout, everything else on stderr.
///
/// A line that begins with `::` is a workflow command in a GitHub runner's log. Only `workflowCommand(_:)` writes such
/// lines; everywhere else the first colon is replaced, since a line may begin with a file's name.
enum Console {
  /// Receives the result of a command that runs in order to be compared; nil prints it.
  @TaskLocal static var receiver: Receiver?

  /// The JSON that a command would print.
  final class Receiver: @unchecked Sendable {
    private let lock = Lock()
    private var received = Data()

    /// The JSON; empty before it is there.
    var json: Data {
      get { lock.withLock { received } }
      set { lock.withLock { received = newValue } }
    }
  }

  /// Prints lines of the result.
  ///
  /// Characters that could control a terminal are replaced, since a line may contain names from a stranger's file.
  static func print(_ lines: [String]) throws(FileError) {
    try write(lines.map(plain).joined(separator: "\n"))
  }

  /// Prints all of a document; its lines of text are as long as the terminal's.
  static func print(_ document: Document) throws(FileError) {
    try print(document.details(width: OutputTerminal.current.width))
  }

  /// Prints a value of the result as JSON with sorted keys.
  static func print(json value: some Encodable) throws { try write(String(decoding: encoded(value), as: UTF8.self)) }

  /// Prints a report as JSON, with the record of its command.
  static func print(report: some Encodable, _ record: CommandRecord?) throws {
    let json = try encoded(report: report, record)
    if let receiver { receiver.json = json } else { try write(String(decoding: json, as: UTF8.self)) }
  }

  /// Prints a result of the argument parser unchanged: help, the version, a completion script.
  static func print(asIs text: String) throws(FileError) { try write(text) }

  private static func write(_ text: String) throws(FileError) {
    guard receiver == nil else { return }
    var output = try OutputFile(path: "-")
    try output.write(text + "\n")
    try output.commit()
  }

  /// The JSON of a value, as printed and as written to files.
  static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Data(TerminalText.json(String(decoding: try encoder.encode(value), as: UTF8.self)).utf8)
  }

  /// The JSON of a report with the record of its command, as printed and as written to files.
  static func file(_ value: some Encodable) throws -> [UInt8] { try encoded(value) + [UInt8(ascii: "\n")] }

  static func encoded(report: some Encodable, _ record: CommandRecord?) throws -> Data {
    ReportChecksum(try encoded(ResultWithCommand(report, record))).closed
  }

  /// Prints a remark.
  static func note(_ line: String) { remark(plain(line)) }

  /// Prints a workflow command for a GitHub runner.
  static func workflowCommand(_ line: String) { remark(TerminalText.line(line)) }

  /// Prints the parser's message of several lines, in which no argument has a line feed.
  static func usage(_ text: String) {
    remark(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { plain(String($0)) }.joined(separator: "\n"))
  }

  private static func remark(_ text: String) { StandardStreams.remark(text + "\n") }

  /// A line without characters that could control a terminal, and that is no workflow command.
  static func plain(_ line: String) -> String {
    let line = TerminalText.line(line)
    let start = line.prefix(while: \.isWhitespace)
    return line.dropFirst(start.count).hasPrefix("::") ? start + "\u{FFFD}" + line.dropFirst(start.count + 1) : line
  }

  /// Prints an error as one line.
  static func error(_ message: String) {
    note("gazesim: error: " + message.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  /// True if stderr is a terminal.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
