import GazeRecording
import PortableFoundation

/// A part: the results of one share of a command's cells, as `--shard` writes it. JSON Lines; the first line states
/// command, share and cells, every further one a cell's result.
package struct PartFile: Sendable {
  /// Name of the format.
  static let format = "gazesim.part"
  /// Version of the format. In parts of version 1 all simulated people read one page.
  static let version = 2
  /// Longest line, bytes: a person's complete results with many quantile sketches.
  static let lineLimit = 64 << 20

  /// The first line.
  struct Header: Sendable, Equatable, Codable {
    var format = PartFile.format
    var version = PartFile.version
    var shard: Int
    var shards: Int
    var command: CommandRecord
    /// Number of cells in each group.
    var cells: [Int]
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
    guard let line = try source.next(limit: lineLimit) else { throw FileError(path: path, message: expected) }
    guard let header = try? decoder.decode(Header.self, from: Data(line)), header.format == format,
      (1...version).contains(header.version), header.cells.allSatisfy({ (0...1_000_000_000).contains($0) }),
      header.cells.count <= 1 << 20,
      Shard(header.shard, of: header.shards) != nil
    else { throw FileError(path: path, line: 1, message: expected) }
    guard header.version == version else {
      throw FileError(
        path: path, line: 1, field: "version",
        message: "is \(header.version), when all people read one page; expected \(version), since each person reads a "
          + "page of their own; make all parts again")
    }
    return header
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
      try file.write([UInt8](encoder.encode(line)) + [UInt8(ascii: "\n")])
    }

    mutating func commit() throws { try file.commit() }
  }

  /// Reads a part's cells in their order.
  final class Reader {
    private var source: LineSource
    private let path: String
    private let decoder = PartFile.decoder

    init(_ part: PartFile) throws {
      source = try LineSource(path: part.path)
      path = part.path
      guard try PartFile.header(&source, path: path) == part.header else {
        throw FileError(path: path, line: 1, message: "has changed while it was read; merge again")
      }
    }

    /// The result of the next cell, which must be `cell`.
    func next<Result: Codable>(_ cell: Int) throws -> Result {
      guard let bytes = try source.next(limit: PartFile.lineLimit) else {
        throw FileError(path: path, message: "ends before cell \(cell); make the part again")
      }
      let line: Line<Result>
      do { line = try decoder.decode(Line<Result>.self, from: Data(bytes)) } catch {
        throw FileError(path: path, line: source.line, message: "holds no result of cell \(cell); make the part again")
      }
      guard line.cell == cell else {
        throw FileError(
          path: path, line: source.line, field: "cell",
          message: "is \(line.cell); expected \(cell); make the part again")
      }
      return line.result
    }

    /// Refuses further lines.
    func finish() throws {
      guard try source.next(limit: PartFile.lineLimit) == nil else {
        throw FileError(path: path, line: source.line, message: "is beyond the last cell; make the part again")
      }
    }
  }
}
