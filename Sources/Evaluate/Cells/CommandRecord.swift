import GazeRecording
import PortableFoundation

/// A command that computed a result, so that the result can be computed again: the version, the words after `gazesim`
/// that change the result, and the files that the command read.
package struct CommandRecord: Sendable, Equatable, Codable {
  /// A file, or a folder with all its files, that a command read.
  package struct Input: Sendable, Equatable, Codable {
    /// Path as the user wrote it.
    package let path: String
    /// FNV-1a hash of the content in 16 hexadecimal digits; of a folder, of its files' names and contents.
    package let hash: String
  }

  /// Version of gazesim.
  package let version: String
  /// Words after `gazesim`, without those that only choose files, cores or a share.
  package let arguments: [String]
  /// Files that the command read.
  package let inputs: [Input]
  /// FNV-1a hash of all of the above, except words for the form of the output, in 16 hexadecimal digits: equal
  /// conditions have equal hashes.
  package let hash: String
  /// Number of parts whose figures the result holds; nil for a result that this command computed.
  package private(set) var mergedParts: Int?
  /// Checksum of the report that holds the record (`ReportChecksum`); nil outside a report.
  private var checksum: String?

  /// Creates the record of a command, and reads its input files.
  ///
  /// - Throws: if a file cannot be read, or cannot be read again.
  package init(_ invocation: Invocation, inputs paths: [String]) throws {
    if let path = paths.first(where: { !Self.canBeReadAgain($0) }) {
      throw FileError(path: path, message: "cannot be read again; give a file, not a pipe")
    }
    version = Tool.version
    arguments = invocation.conditions.words
    inputs = try paths.map { Input(path: $0, hash: try Self.contentHash($0)) }
    hash = Self.hash(version, invocation.figures.words, inputs)
    if case .merge(let parts) = Cells.work { mergedParts = parts.files.count }
  }

  /// The record in a report whose checksum is not known yet.
  var sealed: CommandRecord {
    var sealed = self
    sealed.checksum = ReportChecksum.unknown
    return sealed
  }

  /// How the result was made, in a line.
  private var origin: String {
    let merged = mergedParts.map { ", merged from \(NumberText.count($0, "part"))" } ?? ""
    return "Made by gazesim \(version), conditions \(hash)\(merged):"
  }

  /// The record that a page in progress names; nil if its command cannot be run again.
  @TaskLocal package static var current: CommandRecord?

  /// The command as a user would type it.
  package var line: String { Invocation(arguments).line }

  /// A text with two lines more at its end, on how it was made; a verdict stays the last line.
  package func signed(_ text: [String]) -> [String] {
    let own = ["", origin, "  \(TerminalText.line(line))"]
    guard let last = text.last, last.hasPrefix("verdict: ") else { return text + own }
    return text.dropLast() + own.dropFirst() + ["", last]
  }

  /// The last lines of a Markdown text: how it was made. The command is indented by four, so that no character of it is
  /// markup.
  package var markdown: [String] {
    ["", origin, "", "    \(TerminalText.line(line))"]
  }

  /// Refuses a record of this version whose hash is not that of its words and files.
  ///
  /// - Parameter path: the file that holds this record, for errors.
  package func checkHash(path: String) throws {
    guard version != Tool.version || hash == Self.hash(version, Invocation(arguments).figures.words, inputs) else {
      throw FileError(
        path: path, field: "command.hash",
        message: "is not that of the command's words and files, so one of them was edited; make the result again")
    }
  }

  /// Refuses input files that have changed, or that the command does not read.
  ///
  /// - Parameters:
  ///   - read: files that the command's words name, and those that it finds by itself. A record may be a stranger's, so
  ///     no other file is opened.
  ///   - path: the file that holds this record, for errors.
  package func checkInputs(_ read: [String], path: String) throws {
    for (index, input) in inputs.enumerated() {
      guard read.contains(input.path), Self.canBeReadAgain(input.path) else {
        throw FileError(
          path: path, field: "command.inputs.\(index).path",
          message: "is \(TerminalText.line(String(input.path.prefix(80)))); expected a file or folder that the command "
            + "reads; make the result again")
      }
      guard InputFiles.exists(input.path) else {
        throw FileError(
          path: path,
          message: "was made with \(input.path), which does not exist; paths count from the folder in which gazesim "
            + "runs")
      }
      guard try Self.contentHash(input.path) == input.hash else {
        throw FileError(
          path: path,
          message: "was made with another content of \(input.path); restore that file, or make the result again")
      }
    }
  }

  private static func hash(_ version: String, _ arguments: [String], _ inputs: [Input]) -> String {
    let words = [version] + arguments + inputs.flatMap { [$0.path, $0.hash] }
    // A zero byte ends a word; no argument can contain one.
    return hex(words.reduce(FNV1a.empty) { FNV1a.hash($1.utf8 + [0], after: $0) })
  }

  /// True for a file, a folder and a path that does not exist; false for a pipe, a device and standard input.
  package static func canBeReadAgain(_ path: String) -> Bool {
    var status = stat()
    guard path != "-", !path.utf8.contains(0) else { return false }
    guard stat(path, &status) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  private static func contentHash(_ path: String) throws -> String {
    guard InputFiles.isFolder(path) else { return hex(try fileHash(path, after: FNV1a.empty)) }
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    return hex(
      try names.reduce(FNV1a.empty) { hash, name in
        let file = path + "/" + name
        let named = FNV1a.hash(name.utf8 + [0], after: hash)
        return InputFiles.isFolder(file) ? named : try fileHash(file, after: named)
      })
  }

  private static func fileHash(_ path: String, after start: UInt64) throws(FileError) -> UInt64 {
    var source = try ByteSource(path: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var hash = start
    while true {
      let count = try source.read(into: buffer)
      guard count > 0 else { return hash }
      hash = FNV1a.hash(buffer[..<count], after: hash)
    }
  }

  private static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
