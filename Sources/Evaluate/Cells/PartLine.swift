import GazeRecording

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
    return closed(line[content.count...].starts(with: key) ? content + [UInt8(ascii: "}")] : line)
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
