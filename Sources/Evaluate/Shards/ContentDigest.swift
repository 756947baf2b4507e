import GazeRecording
import PortableFoundation

#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import CCrypto
#endif

/// SHA-256 (FIPS 180-4) of bytes in sequence, as `sha256sum` prints it. Two contents with one digest are not known, and
/// nobody can make them, so an equal digest is evidence that a file is the same.
struct ContentDigest {
  #if canImport(CryptoKit)
    private var state = SHA256()

    /// A digest of no bytes yet.
    init() {}

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    private var digest: [UInt8] { Array(state.finalize()) }
  #else
    private var state = SHA256_CTX()

    /// A digest of no bytes yet.
    init() { ccrypto_sha256_begin(&state) }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) { ccrypto_sha256_add(&state, bytes.baseAddress, bytes.count) }

    private var digest: [UInt8] {
      // The end changes the state, so it is reached on a copy.
      var (state, digest) = (state, [UInt8](repeating: 0, count: 32))
      ccrypto_sha256_end(&state, &digest)
      return digest
    }
  #endif

  /// Adds a text as UTF-8.
  mutating func add(_ text: String) { Array(text.utf8).withUnsafeBytes { add($0) } }

  /// The digest of all bytes so far, in 64 hexadecimal digits.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
