import Documents
import Evaluate
import GazeRecording
import PortableFoundation

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
