import Testing

@testable import Evaluate

@Suite struct ContentDigestTests {
  private func digest(_ bytes: some Sequence<UInt8>) -> String {
    var digest = ContentDigest()
    Array(bytes).withUnsafeBytes { digest.add($0) }
    return digest.hexadecimal
  }

  /// Examples of FIPS 180-2, appendix B, and NIST's "SHA256ShortMsg.rsp" and "SHA256LongMsg.rsp" of the Secure Hash
  /// Standard Validation System, byte-oriented vectors.
  private static let vectors: [(message: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("616263", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("d3", "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    ("11af", "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
    ("b4190e", "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
  ]

  @Test("NIST's published vectors", arguments: vectors)
  func published(message: String, expected: String) throws {
    let digits = Array(message.utf8)
    let bytes = try stride(from: 0, to: digits.count, by: 2).map { place in
      try #require(UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16))
    }
    #expect(digest(bytes) == expected)
  }

  @Test("NIST's example of two blocks and its example of a million letters, added in pieces of any size")
  func long() {
    let twoBlocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(digest(twoBlocks.utf8) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    var (digest, left, size) = (ContentDigest(), 1_000_000, 1)
    while left > 0 {
      digest.add(String(repeating: "a", count: min(size, left)))
      left -= min(size, left)
      // A digest that was asked for can go on.
      if size < 9 { _ = digest.hexadecimal }
      size = size * 3 % 1021
    }
    #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
