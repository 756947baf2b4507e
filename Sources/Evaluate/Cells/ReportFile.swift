package import GazeRecording
package import PortableFoundation

#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import CCrypto
#endif

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

/// The checksum of a JSON report, key `checksum` of its `command`: CRC-32 of the report's text without the white space
/// between values, and with zeros for the checksum's own digits. A report that was changed after it was made is not
/// mistaken for one whose figures do not come out again. Indentation may change.
package struct ReportChecksum {
  /// The digits before the checksum is known.
  static let unknown = "00000000"
  /// Largest number of values of a report: those of 200,000 people.
  private static let mostValues = 4_000_000
  private static let key = Array("\"checksum\":".utf8)
  private let bytes: [UInt8]
  /// Places of the checksums' digits.
  private var places: [Range<Int>] = []
  /// Number of values, at most: names of fields count, too.
  private var values = 1
  private let sum: String

  /// The checksum of a JSON text, without a parser.
  package init(_ json: Data) {
    bytes = [UInt8](json)
    let quote = UInt8(ascii: "\""), escape = UInt8(ascii: "\\")
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
        index += 1
      } else if byte != quote {
        if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { values += 1 }
        kept.append(byte)
        index += 1
      } else {
        var end = index + 1
        while end < bytes.count, bytes[end] != quote { end += bytes[end] == escape ? 2 : 1 }
        end = min(end + 1, bytes.count)
        if kept.suffix(Self.key.count).elementsEqual(Self.key), end - index == Self.unknown.utf8.count + 2 {
          places.append(index + 1..<end - 1)
          kept.append(contentsOf: "\"\(Self.unknown)\"".utf8)
        } else {
          kept.append(contentsOf: bytes[index..<end])
        }
        index = end
      }
    }
    sum = kept.withUnsafeBytes { CRC32.digits($0) }
  }

  /// The report with its checksum in place of `unknown`; unchanged if it holds none.
  package var closed: Data {
    var closed = bytes
    for place in places { closed.replaceSubrange(place, with: sum.utf8) }
    return Data(closed)
  }

  /// Refuses a report with too many values, before anything is read from it.
  ///
  /// - Parameter path: the report, for errors; so below.
  func checkSize(path: String) throws(FileError) {
    guard values <= Self.mostValues else {
      throw FileError(path: path, message: "holds \(values) values; expected a report, of at most \(Self.mostValues)")
    }
  }

  /// Refuses a report whose checksum is missing or wrong.
  package func check(path: String) throws(FileError) {
    func fault(_ message: String) -> FileError {
      FileError(path: path, field: "command.checksum", message: message)
    }
    guard !places.isEmpty else {
      throw fault("is missing or damaged, so nothing says that the report is whole; make the report again")
    }
    guard places.allSatisfy({ bytes[$0].elementsEqual(sum.utf8) }) else {
      throw fault("is not that of the report, which was changed after it was made; make the report again")
    }
  }
}

/// SHA-256 (FIPS 180-4) of bytes in sequence, as `sha256sum` prints it. Two contents with one digest are not known, and
/// nobody can make them, so an equal digest is evidence that a file is the same.
struct ContentDigest {
  #if canImport(CryptoKit)
    private var state = SHA256()

    /// A digest of no bytes yet.
    init() {}

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    private var digest: [UInt8] { Array(state.finalize()) }
  #else
    private var state = SHA256_CTX()

    /// A digest of no bytes yet.
    init() { ccrypto_sha256_begin(&state) }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) { ccrypto_sha256_add(&state, bytes.baseAddress, bytes.count) }

    private var digest: [UInt8] {
      // The end changes the state, so it is reached on a copy.
      var (state, digest) = (state, [UInt8](repeating: 0, count: 32))
      ccrypto_sha256_end(&state, &digest)
      return digest
    }
  #endif

  /// Adds a text as UTF-8.
  mutating func add(_ text: String) { Array(text.utf8).withUnsafeBytes { add($0) } }

  /// The digest of all bytes so far, in 64 hexadecimal digits.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
