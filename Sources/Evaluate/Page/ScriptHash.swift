private import Foundation

/// The SHA-256 of a script, by which a page's Content-Security-Policy lets it run and no other (FIPS 180-4).
enum ScriptHash {
  /// `sha256-…`, as the policy wants it.
  static func policy(_ source: String) -> String {
    "sha256-" + Data(digest(Array(source.utf8))).base64EncodedString()
  }

  private static let initial: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, in whole numbers: the largest k
  /// with k³ ≤ p·2⁹⁶, less its whole part.
  private static let rounds: [UInt32] = {
    var primes: [UInt64] = []
    var candidate: UInt64 = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      // The double's root is right to 2⁻⁴⁹ of about 7, more than the 32 bits that are needed.
      let root = Foundation.cbrt(Double(prime))
      return UInt32((root - root.rounded(.down)) * 4_294_967_296)
    }
  }()

  /// 32 bytes.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
    var hash = initial
    for block in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[block..<block + 64], into: &hash) }
    return hash.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into hash: inout [UInt32]) {
    func turned(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }
    var words = [UInt32](repeating: 0, count: 64)
    for index in 0..<16 {
      words[index] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[block.startIndex + index * 4 + $1]) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let small = (turned(a, 7) ^ turned(a, 18) ^ a >> 3, turned(b, 17) ^ turned(b, 19) ^ b >> 10)
      words[index] = words[index - 16] &+ small.0 &+ words[index - 7] &+ small.1
    }
    var s = hash
    for index in 0..<64 {
      let large = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ large &+ choice &+ rounds[index] &+ words[index]
      let spread = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
      let second = spread &+ (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2])
      s = [first &+ second, s[0], s[1], s[2], s[3] &+ first, s[4], s[5], s[6]]
    }
    for index in hash.indices { hash[index] = hash[index] &+ s[index] }
  }
}
