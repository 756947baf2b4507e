import GazePipeline
import GazeRecording

/// Slowly changing whole numbers as text: differences in base64 VLQ (as in source maps), with run lengths of zeros.
///
/// A difference d has its sign in the lowest bit and is written with five bits per character, the lowest first; the
/// sixth bit is set if more follow. |d| ≤ 15 takes one character, |d| ≤ 511 two. A zero is followed by the number of
/// further zeros, as an unsigned number in the same coding. The text needs no escape in JSON, HTML or a URL's query.
enum DeltaText {
  static let digits = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The numbers as text; the first number is written as its difference from 0.
  static func encoded(_ values: [Int32]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 2)
    var (last, zeros) = (0, 0)
    func append(_ number: Int) {
      var rest = number
      repeat {
        bytes.append(digits[rest & 31 | (rest > 31 ? 32 : 0)])
        rest >>= 5
      } while rest > 0
    }
    func flush() {
      guard zeros > 0 else { return }
      append(0)
      append(zeros - 1)
      zeros = 0
    }
    for value in values {
      let difference = Int(value) - last
      last = Int(value)
      if difference == 0 {
        zeros += 1
      } else {
        flush()
        append(difference < 0 ? -difference << 1 | 1 : difference << 1)
      }
    }
    flush()
    return String(decoding: bytes, as: UTF8.self)
  }
}
