private import CZlib

/// CRC-32 of bytes, by zlib. It finds damage; it is no evidence against somebody who wants to deceive.
package enum CRC32 {
  package static func digits(_ bytes: UnsafeRawBufferPointer) -> String {
    var sum = crc32(0, nil, 0)
    var rest = bytes[...]
    while !rest.isEmpty {
      // zlib counts in 32 bits.
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      sum = crc32(sum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
      rest = rest.dropFirst(piece.count)
    }
    return hexadecimal(sum)
  }
}

/// Eight hexadecimal digits.
func hexadecimal(_ number: some BinaryInteger) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: 8 - digits.count) + digits
}

/// Fowler, Noll and Vo's hash FNV-1a (www.isthe.com/chongo/tech/comp/fnv). Unlike `Hasher`, FNV-1a gives the same hash
/// on every machine and in every process. It is not cryptographic, so it detects accidental changes only.
package enum FNV1a {
  package static let empty: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The 64-bit hash of these bytes, continuing from the hash `start`: h ← (h ⊕ byte) · 1099511628211.
  package static func hash(_ bytes: some Sequence<UInt8>, after start: UInt64 = empty) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The 32-bit hash of these bytes: h ← (h ⊕ byte) · 16777619 from 2166136261.
  static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
