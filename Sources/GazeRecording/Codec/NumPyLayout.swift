/// Layout of a `.npy` recording: the preamble, the rows, and the trailer with the recording's header.
///
/// Rows are packed and little-endian and have one structured type, which `FieldLayout` defines. The recording's header,
/// a line of JSON, follows the last row: numpy.load reads as many rows as the array has and ignores the rest. Source of
/// the container format: numpy.lib.format, version 1.0.
enum NumPyLayout {
  static let magic: [UInt8] = [0x93] + Array("NUMPY".utf8)
  /// The last eight bytes of a file that holds a recording's header; the eight bytes before them are the header's
  /// length.
  static let trailerMagic = Array("GAZEHEAD".utf8)
  static let trailerSize = 16

  struct Field {
    var name: String
    var type: String
    var count: Int
  }

  /// The file's beginning. The preamble's length does not depend on the number of rows, so that the preamble can be
  /// rewritten when all rows are written.
  static func preamble(_ fields: [Field], rows: Int) -> [UInt8] {
    let fields = fields.map { field in
      "('\(field.name)', '\(field.type)'" + (field.count == 1 ? ")" : ", (\(field.count),))")
    }
    let list = fields.joined(separator: ", ")
    func dictionary(_ rows: Int) -> String {
      "{'descr': [\(list)], 'fortran_order': False, 'shape': (\(rows),), }"
    }
    // 10 bytes hold the magic, the version and the length; 1 holds the line end. NumPy requires a multiple of 64.
    let total = (10 + dictionary(.max).utf8.count + 1 + 63) / 64 * 64
    var bytes = magic + [1, 0, UInt8((total - 10) & 0xFF), UInt8((total - 10) >> 8)] + Array(dictionary(rows).utf8)
    bytes += [UInt8](repeating: 0x20, count: total - 1 - bytes.count) + [0x0A]
    return bytes
  }

  /// The file's end.
  static func trailer(_ header: RecordingHeader) -> [UInt8] {
    var line: [UInt8] = []
    RecordingEncoder.append(header, into: &line)
    let length = UInt64(line.count)
    return line + (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + trailerMagic
  }
}
