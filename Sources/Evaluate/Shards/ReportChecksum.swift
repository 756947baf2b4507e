package import GazeRecording
package import PortableFoundation

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
