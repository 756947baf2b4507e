import Foundation
import GazeRecording
import TestSupport

/// Checksums of parts and reports that a test has changed, by an implementation of their own.
enum Sealing {
  /// CRC-32/ISO-HDLC, bit by bit, in eight hexadecimal digits.
  private static func crc32(_ text: String) -> String {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in text.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let digits = String(~sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// A part with the right checksum in each line.
  static func part(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let object = line.replacing(/,"crc32":"[0-9a-f]{8}"}$/, with: "}").dropLast()
      return object + ",\"crc32\":\"\(crc32(String(object)))\"}\n"
    }.joined()
  }

  /// The result of merged parts without the words that say so: the bytes of the whole.
  static func unmerged(_ text: String, parts count: Int) -> String {
    report(text.replacing(",\n    \"mergedParts\" : \(count)", with: ""))
      .replacing(", merged from \(count) part\(count == 1 ? "" : "s")", with: "")
  }

  /// A report with the right checksum.
  static func report(_ text: String) -> String {
    let open = text.replacing(/"checksum" : "[0-9a-f]{8}"/, with: "\"checksum\" : \"00000000\"")
    var (kept, isText, isEscaped) = ([UInt8](), false, false)
    for byte in open.utf8 where isText || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) {
      kept.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped { isText.toggle() }
      isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
    }
    let sum = crc32(String(decoding: kept, as: UTF8.self))
    return open.replacing("\"checksum\" : \"00000000\"", with: "\"checksum\" : \"\(sum)\"")
  }
}
