/// Philox4x32-10, a counter-based generator (Salmon, Moraes, Dror & Shaw, SC 2011, doi 10.1145/2063384.2063405): a
/// counter of 128 bits and a key of 64 bits give 128 random bits, without a state. Each draw depends only on its
/// counter and the key. Therefore people and truth do not depend on other draws, on the frame rate or on the number of
/// cores.
enum Philox {
  /// Output of ten rounds. Tests check it against the three known answers of Random123.
  @inline(__always)
  static func block(_ counter: SIMD4<UInt32>, key: SIMD2<UInt32>) -> SIMD4<UInt32> {
    var (c0, c1, c2, c3) = (counter.x, counter.y, counter.z, counter.w)
    var (k0, k1) = (key.x, key.y)
    for round in 0..<10 {
      if round > 0 {
        k0 &+= 0x9E37_79B9
        k1 &+= 0xBB67_AE85
      }
      let a = UInt64(c0) &* 0xD251_1F53
      let b = UInt64(c2) &* 0xCD9E_8D57
      (c0, c1, c2, c3) = (
        UInt32(truncatingIfNeeded: b >> 32) ^ c1 ^ k0, UInt32(truncatingIfNeeded: b),
        UInt32(truncatingIfNeeded: a >> 32) ^ c3 ^ k1, UInt32(truncatingIfNeeded: a)
      )
    }
    return SIMD4(c0, c1, c2, c3)
  }

  /// The low and the high half of 64 bits.
  @inline(__always)
  static func halves(_ bits: UInt64) -> SIMD2<UInt32> {
    SIMD2(UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
  }
}

/// A generator that returns the numbers of one stream one after the other, for algorithms that take a
/// `RandomNumberGenerator`.
package struct PhiloxGenerator: RandomNumberGenerator {
  private let key: SIMD2<UInt32>
  private let stream: UInt32
  private var index: UInt64 = 0

  /// A generator; different streams of one seed are independent.
  package init(seed: UInt64, stream: UInt32 = 0) {
    key = Philox.halves(seed)
    self.stream = stream
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    let place = Philox.halves(index)
    let w = Philox.block(SIMD4(place.x, place.y, stream, UInt32(Component.resampling.rawValue)), key: key)
    index &+= 1
    return UInt64(w.x) << 32 | UInt64(w.y)
  }
}
