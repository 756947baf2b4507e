import GazeMetrics
import GazeRecording
import PortableFoundation

/// A line of a part: a JSON object whose last key, `crc32`, is the checksum of the bytes before its comma. So damage on
/// the way between machines is found in every line, whatever it hit.
package enum PartLine {
  private static let key = Array(#","crc32":""#.utf8), end = Array(#""}"#.utf8)
  private static let digits = 8

  /// The line for an object in JSON, with its checksum and its line end.
  package static func closed(_ object: [UInt8]) -> [UInt8] {
    let open = object.dropLast()
    let sum = open.withUnsafeBytes { CRC32.digits($0) }
    return open + key + sum.utf8 + end + [UInt8(ascii: "\n")]
  }

  /// The same line with the checksum that is right for it, and its line end; a line without one gets one.
  package static func resealed(_ line: [UInt8]) -> [UInt8] {
    let content = line.dropLast(key.count + digits + end.count)
    return closed(line[content.count...].starts(with: key) ? content + [.closeBrace] : line)
  }

  /// Refuses a line whose checksum is missing or wrong.
  static func check(_ line: UnsafeRawBufferPointer, path: String, number: Int) throws(FileError) {
    func fault(_ message: String) -> FileError {
      FileError(path: path, line: number, field: "crc32", message: message)
    }
    let content = line.dropLast(key.count + digits + end.count)
    let sum = line.dropFirst(content.count + key.count).prefix(digits)
    guard line.dropFirst(content.count).starts(with: key), line.suffix(end.count).elementsEqual(end) else {
      throw fault("is missing, so the line is damaged or cut off; make the part again")
    }
    guard sum.elementsEqual(CRC32.digits(UnsafeRawBufferPointer(rebasing: content)).utf8) else {
      throw fault("is not that of the line, so the line is damaged; make the part again")
    }
  }
}

/// A part: the results of one share of a command's cells, as `--shard` writes it. JSON Lines; the first line states
/// command, share and cells, every further one a cell's result.
package struct PartFile: Sendable {
  /// Name of the format.
  static let format = "gazesim.part"
  /// Version of the format. In parts of version 1 all simulated people read one page; those of version 2 have no
  /// checksums.
  static let version = 3
  /// Longest line, bytes: a thousand times a person's complete results with many quantile sketches.
  static let lineLimit = 16 << 20
  /// Longest first line, bytes, and largest number of groups.
  static let (headerLimit, mostGroups) = (4 << 20, 1 << 16)

  /// The first line.
  struct Header: Sendable, Equatable, Codable {
    var format = PartFile.format
    var version = PartFile.version
    var shard: Int
    var shards: Int
    var command: CommandRecord
    /// Number of cells in each group.
    var cells: [Int]

    fileprivate func check(path: String) throws(FileError) {
      func fault(_ field: String, _ message: String) -> FileError {
        FileError(path: path, line: 1, field: field, message: message)
      }
      guard Shard(shard, of: shards) != nil else {
        throw fault("shard", "is \(shard) of \(shards); expected 1 to \(Shard.most), the share at most their number")
      }
      try command.check(path: path, line: 1)
      guard cells.count <= mostGroups else {
        throw fault("cells", "has \(cells.count) groups; expected at most \(mostGroups)")
      }
      for (group, count) in cells.enumerated() where !(0...1_000_000_000).contains(count) {
        throw fault("cells.\(group)", "is \(count); expected 0 to 1000000000")
      }
    }
  }

  /// The keys of the first line in every version.
  private struct Start: Decodable {
    var format: String
    var version: Int
  }

  /// A cell's line.
  struct Line<Result: Codable>: Codable {
    /// Number of the cell, from 0 on over all groups.
    var cell: Int
    var result: Result
  }

  /// The file as the user named it.
  package let path: String
  let header: Header

  /// Reads a part's first line.
  ///
  /// - Throws: `FileError` if the file is no part of this version.
  package init(path: String) throws {
    var source = try LineSource(path: path)
    self.path = path
    header = try Self.header(&source, path: path)
  }

  /// The command of which this is a part.
  package var command: CommandRecord { header.command }

  private static func header(_ source: inout LineSource, path: String) throws -> Header {
    let expected = "is not a part of gazesim \(Tool.version); expected a file that --shard wrote"
    guard let line = try source.next(limit: headerLimit) else { throw FileError(path: path, message: expected) }
    guard line.first == .openBrace else { throw FileError(path: path, line: 1, message: expected) }
    let start: Start
    do { start = try decoded(Start.self, line, path: path, number: 1) } catch let error as FileError {
      throw FileError(path: path, line: 1, field: error.field, message: "\(error.message): \(expected)")
    }
    guard start.format == format else {
      throw FileError(
        path: path, line: 1, field: "format",
        message: "is \(start.format.prefix(80)); expected \(format), as --shard writes it")
    }
    guard start.version == version else {
      throw FileError(
        path: path, line: 1, field: "version", message: "is \(start.version); expected \(version); make all parts again"
      )
    }
    try PartLine.check(line, path: path, number: 1)
    let header = try decoded(Header.self, line, path: path, number: 1)
    try header.check(path: path)
    return header
  }

  private static func decoded<Content: Decodable>(
    _: Content.Type, _ line: UnsafeRawBufferPointer, path: String, number: Int
  ) throws -> Content {
    let (decoder, json) = (decoder, Data(line))
    do { return try decoder.decode(Content.self, from: json) } catch {
      throw NumberFault.error(error, path: path, line: number, json: json) {
        (try? decoder.decode(Content.self, from: $0)) != nil
      }
    }
  }

  /// Creates a decoder of cells. JSON has no infinities, so they are words.
  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }

  /// Writes a part.
  struct Writer: ~Copyable {
    private var file: OutputFile
    private let encoder = PartFile.encoder

    /// Opens the file; `begin` must follow.
    init(path: String, force: Bool) throws(FileError) { file = try OutputFile(path: path, force: force) }

    mutating func begin(_ header: Header) throws { try write(header) }

    mutating func write<Result: Codable>(_ cell: Int, _ result: Result) throws {
      try write(Line(cell: cell, result: result))
    }

    private mutating func write(_ line: some Encodable) throws {
      try file.write(PartLine.closed([UInt8](encoder.encode(line))))
    }

    mutating func commit() throws { try file.commit() }
  }

  /// Reads a part's cells in their order.
  package final class Reader {
    private var source: LineSource
    private let path: String

    package init(_ part: PartFile) throws {
      source = try LineSource(path: part.path)
      path = part.path
      guard try PartFile.header(&source, path: path) == part.header else {
        throw FileError(path: path, line: 1, message: "has changed while it was read; merge again")
      }
    }

    /// The result of the next cell, which must be `cell`.
    package func next<Result: Codable>(_ cell: Int) throws -> Result {
      guard let bytes = try source.next(limit: PartFile.lineLimit) else {
        throw FileError(path: path, message: "ends before cell \(cell); make the part again")
      }
      try PartLine.check(bytes, path: path, number: source.line)
      let line = try PartFile.decoded(Line<Result>.self, bytes, path: path, number: source.line)
      guard line.cell == cell else {
        throw FileError(
          path: path, line: source.line, field: "cell",
          message: "is \(line.cell); expected \(cell); make the part again")
      }
      if let fault = CellCheck.fault(line.result) { throw self.fault(fault) }
      return line.result
    }

    /// The error for a fault of the cell that was read last.
    func fault(_ fault: ContentFault) -> FileError {
      FileError(path: path, line: source.line, field: fault.field, message: fault.message + "; make the part again")
    }

    /// Refuses further lines.
    func finish() throws {
      guard try source.next(limit: PartFile.lineLimit) == nil else {
        throw FileError(path: path, line: source.line, message: "is beyond the last cell; make the part again")
      }
    }
  }
}
