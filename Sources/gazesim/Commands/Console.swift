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
    ReportChecksum(try encoded(WithCommand(report, record))).closed
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

/// Standard input, output and error as the process got them: a terminal, a file, a full disk, a pipe without a reader,
/// or closed.
///
/// Text on standard error is a remark in addition to the result, so a failure to write it must not end a run or change
/// the exit code. `FileHandle.write(_:)` cannot be used, since it traps if a write fails.
enum StandardStreams {
  /// Longest wait for a full pipe or terminal in non-blocking mode, milliseconds.
  private static let patience: Int32 = 1000

  /// Occupies closed descriptors of standard input, output and error. If they were left closed, the next file that is
  /// opened would get the number of one of them, and a remark could be written into a recording.
  ///
  /// Each closed descriptor is opened on `/dev/null` for the wrong direction, so that reading from standard input and
  /// writing to standard output and error still fail.
  static func hold() {
    for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this descriptor, since all lower ones are occupied.
      _ = open("/dev/null", access)
    }
  }

  /// Writes text to standard error; the part that cannot be written is lost.
  static func remark(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to file: Int32) {
    withoutBrokenPipe {
      var text = text
      text.withUTF8 { bytes in
        var sent = 0
        while sent < bytes.count, let start = bytes.baseAddress {
          let count = PortableFoundation.write(file, start + sent, bytes.count - sent)
          if count > 0 {
            sent += count
          } else if count == 0 || !mayTryAgain(errno, file) {
            return
          }
        }
      }
    }
  }

  private static func mayTryAgain(_ code: Int32, _ file: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN || code == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, patience) > 0
  }
}

/// Facts about standard output: its width in columns, and whether colours are shown there.
struct OutputTerminal: Sendable, Equatable {
  /// Columns of a line on a pipe or in a file.
  static let usualWidth = 80
  /// Most columns that are used on a wide terminal.
  static let mostWidth = 120

  /// Columns of a line.
  let width: Int
  /// True if colours are printed.
  let isColoured: Bool

  /// - Parameters:
  ///   - isTerminal: standard output is a terminal.
  ///   - columns: the terminal's own width; nil or 0 if it does not say.
  ///   - environment: the environment's variables: COLUMNS, NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM.
  init(isTerminal: Bool, columns: Int?, environment: [String: String]) {
    let stated = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    let own = columns.flatMap { isTerminal && $0 > 0 ? $0 : nil }
    width = min(max(own ?? stated ?? Self.usualWidth, 40), Self.mostWidth)
    func isSet(_ name: String) -> Bool { !(environment[name] ?? "").isEmpty }
    if isSet("NO_COLOR") {
      isColoured = false
    } else if isSet("CLICOLOR_FORCE"), environment["CLICOLOR_FORCE"] != "0" {
      isColoured = true
    } else {
      isColoured = isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }
  }

  /// Standard output of this process.
  static var current: OutputTerminal {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    var size = winsize()
    // The request's type differs between platforms.
    let isKnown = isTerminal && ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size) == 0
    return OutputTerminal(
      isTerminal: isTerminal, columns: isKnown ? Int(size.ws_col) : nil,
      environment: ProcessInfo.processInfo.environment)
  }

  /// Prints a short form.
  func print(_ brief: Document) throws(FileError) {
    let lines = brief.lines(width: width).map { line in
      let plain = Console.plain(Document.text(line, colour: false))
      // A line that had to be changed because it could be taken for a command has no colours.
      return isColoured && plain == Document.text(line, colour: false) ? Document.text(line, colour: true) : plain
    }
    try Console.print(asIs: lines.joined(separator: "\n"))
  }
}
