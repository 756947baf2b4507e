import GazeRecording
package import PortableFoundation

/// A JSON report of a command, and the record of that command.
package struct ReportFile: Sendable {
  /// The report's values.
  private let values: JSONValue
  /// The command that made it.
  package let command: CommandRecord

  /// Reads a report. It may be a stranger's, so its size and its checksum are checked before it is used.
  ///
  /// - Throws: `FileError` if the file is no such report, or was changed after it was made.
  package init(path: String) throws {
    let json = try FileContents.read(path, limit: 128 << 20)
    let checksum = ReportChecksum(json)
    try checksum.checkSize(path: path)
    command = try Self.command(json, path: path)
    try checksum.check(path: path)
    try command.check(path: path)
    do { values = try JSONDecoder().decode(JSONValue.self, from: json) } catch {
      throw FileError(error, path: path, json: json)
    }
  }

  /// Differences between the report's values and those of another report, apart from their commands.
  ///
  /// - Throws: if the other report is no JSON.
  package func differences(to other: Data) throws -> JSONDifferences {
    JSONDifferences(values, try JSONDecoder().decode(JSONValue.self, from: other), without: "command")
  }

  private struct Holder: Decodable {
    var command: CommandRecord
  }

  private static func command(_ json: Data, path: String) throws -> CommandRecord {
    let decoder = JSONDecoder()
    if let holder = try? decoder.decode(Holder.self, from: json) { return holder.command }
    if let holder = (try? decoder.decode([Holder].self, from: json))?.first { return holder.command }
    let expected =
      "expected a JSON report of evaluate, gate or compare with people that are simulated or in files, not from a pipe"
    guard (try? decoder.decode(JSONValue.self, from: json)) != nil else {
      throw FileError(path: path, message: "is not JSON, or is cut off; \(expected)")
    }
    throw FileError(path: path, field: "command", message: "is missing or damaged; \(expected)")
  }
}
