/// Fowler, Noll and Vo's hash FNV-1a (www.isthe.com/chongo/tech/comp/fnv). Unlike `Hasher`, FNV-1a gives the same hash
/// on every machine and in every process. It is not cryptographic, so it detects accidental changes only.
package enum FNV1a {
  /// The 64-bit hash of an empty sequence.
  package static let empty: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The 64-bit hash of these bytes, continuing from the hash `start`: h ← (h ⊕ byte) · 1099511628211.
  package static func hash(_ bytes: some Sequence<UInt8>, after start: UInt64 = empty) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The 32-bit hash of these bytes: h ← (h ⊕ byte) · 16777619 from 2166136261.
  package static func hash32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
