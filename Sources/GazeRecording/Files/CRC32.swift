private import CZlib

/// CRC-32 of bytes, by zlib. It finds damage; it is no evidence against somebody who wants to deceive.
package enum CRC32 {
  /// The checksum in eight hexadecimal digits.
  package static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
    var sum = crc32(0, nil, 0)
    var rest = bytes[...]
    while !rest.isEmpty {
      // zlib counts in 32 bits.
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      sum = crc32(sum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
      rest = rest.dropFirst(piece.count)
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
