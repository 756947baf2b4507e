import Foundation
import GazeRecording

/// What the command says: results on stdout, everything else on stderr.
enum Console {
  /// A line of the result.
  ///
  /// Control characters are replaced: names in a stranger's file must not steer a terminal.
  static func print(_ line: String) throws(FileError) {
    var output = try OutputFile(path: "-")
    try output.write(printable(line) + "\n")
    try output.commit()
  }

  /// Lines of the result.
  static func print(_ lines: [String]) throws(FileError) { try print(lines.joined(separator: "\n")) }

  /// A value of the result as JSON, keys in order.
  static func print(json value: some Encodable) throws { try print(String(decoding: encoded(value), as: UTF8.self)) }

  /// A value as JSON, as it is printed and as it is written to files.
  static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  /// A remark.
  static func note(_ line: String) { FileHandle.standardError.write(Data((printable(line) + "\n").utf8)) }

  private static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
      scalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

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
    isShown = !quiet && Console.isTerminal
  }

  /// Shows how much is done, 0…1.
  func show(_ share: Double) {
    guard isShown else { return }
    let width = 30
    let full = Int(min(max(share, 0), 1) * Double(width))
    let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
    FileHandle.standardError.write(Data("\r\(label) [\(bar)] \(Int(share * 100)) %".utf8))
  }

  /// Takes the bar away.
  func finish() {
    guard isShown else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
  }
}
