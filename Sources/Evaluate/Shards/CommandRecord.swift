package import Documents
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

/// A command that computed a result, so that the result can be computed again: the version, the words after `gazesim`
/// that change the result, and the files that the command read.
package struct CommandRecord: Sendable, Equatable, Codable {
  /// A file, or a folder with all its files, that a command read.
  package struct Input: Sendable, Equatable, Codable {
    /// Path as the user wrote it.
    package let path: String
    /// SHA-256 of the content in 64 hexadecimal digits; of a folder, of what `sha256sum` prints for its files by name.
    package let hash: String
    /// Bytes; of a folder, of all its files together. Nil in a record of an earlier version.
    package let size: Int?
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
  /// Most words of a command. Assumed: a thousand recordings and their options.
  private static let mostWords = 4096
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
    inputs = try paths.map(Self.input)
    hash = Self.hash(version, invocation.figures.words, inputs)
    if case .merge(let parts) = Shards.mode { mergedParts = parts.files.count }
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
  package var markdown: String { "\n\(origin)\n\n    \(TerminalText.line(line))\n" }

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

  /// Refuses a record from a file with more words than a command has, or with an impossible number of parts.
  func check(path: String, line: Int? = nil) throws(FileError) {
    guard arguments.count <= Self.mostWords else {
      throw FileError(
        path: path, line: line, field: "command.arguments",
        message: "has \(arguments.count) words; expected at most \(Self.mostWords)")
    }
    if let mergedParts, !(1...Shard.most).contains(mergedParts) {
      throw FileError(
        path: path, line: line, field: "command.mergedParts",
        message: "is \(mergedParts); expected 1 to \(Shard.most)")
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
      guard read.contains(input.path), Self.canBeReadAgain(input.path), InputFiles.exists(input.path) else {
        throw FileError(
          path: path, field: "command.inputs.\(index).path",
          message:
            """
            is \(input.path.prefix(300)), which is no file or folder that the command reads\
            ; paths count from the folder in which gazesim runs
            """)
      }
      guard let size = input.size, input.hash.utf8.count == 64 else {
        throw FileError(
          path: path, field: "command.inputs",
          message: "has no size and SHA-256 of \(input.path), as of an earlier version; make the result again")
      }
      // A file of another size is not read.
      guard try Self.size(of: input.path) == size, try Self.input(input.path) == input else {
        throw FileError(
          path: path, field: "command.inputs.\(index)",
          message: "was read with another content of \(input.path); restore that file, or make the result again")
      }
    }
  }

  private static func hash(_ version: String, _ arguments: [String], _ inputs: [Input]) -> String {
    let words = [version] + arguments + inputs.flatMap { [$0.path, $0.hash] }
    // A zero byte ends a word; no argument can contain one.
    return words.reduce(into: ScenarioDigest()) { $0.add($1) }.text
  }

  /// True for a file, a folder and a path that does not exist; false for a pipe, a device and standard input.
  package static func canBeReadAgain(_ path: String) -> Bool {
    var status = stat()
    guard path != "-", !path.utf8.contains(0) else { return false }
    guard stat(path, &status) == 0 else { return true }
    return [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// The present state of a file or folder.
  private static func input(_ path: String) throws -> Input {
    guard InputFiles.isFolder(path) else {
      let (hash, size) = try content(path)
      return Input(path: path, hash: hash, size: size)
    }
    var (digest, size) = (ContentDigest(), 0)
    for name in try files(in: path) {
      let file = try content(path + "/" + name)
      digest.add("\(file.hash)  \(name)\n")
      size += file.size
    }
    return Input(path: path, hash: digest.hexadecimal, size: size)
  }

  /// Bytes of a file, or of the files of a folder, without reading them.
  private static func size(of path: String) throws -> Int {
    let files = InputFiles.isFolder(path) ? try files(in: path).map { path + "/" + $0 } : [path]
    var status = stat()
    return files.reduce(0) { stat($1, &status) == 0 ? $0 + Int(status.st_size) : $0 }
  }

  /// Names of a folder's files, sorted; without its folders, pipes and devices.
  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
      var status = stat()
      return stat(folder + "/" + name, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// SHA-256 and size of a file as it is on the disk, compressed or not.
  private static func content(_ path: String) throws(FileError) -> (hash: String, size: Int) {
    var source = try ByteSource(path: path, inflates: false)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var (digest, size) = (ContentDigest(), 0)
    while true {
      let count = try source.read(into: buffer)
      guard count > 0 else { return (digest.hexadecimal, size) }
      digest.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      size += count
    }
  }
}

/// A result with the command that made it, under the key `command` of the result's own JSON object; of each object if
/// the result is a list of objects.
package struct ResultWithCommand: Encodable {
  private let result: any Encodable
  private let command: CommandRecord?

  /// Creates a result with the record of its command; nil leaves the key out.
  package init(_ result: any Encodable, _ command: CommandRecord?) { (self.result, self.command) = (result, command) }

  /// Writes the result's keys, then `command`.
  package func encode(to encoder: any Encoder) throws {
    if let list = result as? [any Encodable] {
      var container = encoder.unkeyedContainer()
      for object in list { try container.encode(ResultWithCommand(object, command)) }
      return
    }
    try result.encode(to: encoder)
    guard let command else { return }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(command.sealed, forKey: .command)
  }

  private enum Key: CodingKey {
    case command
  }
}
