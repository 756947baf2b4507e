import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct FNV1aTests {
  @Test("hashes are those of Fowler, Noll and Vo's own test vectors")
  func vectors() {
    // www.isthe.com/chongo/src/fnv/test_fnv.c
    #expect(FNV1a.hash("".utf8) == 0xcbf2_9ce4_8422_2325 && FNV1a.hash32("".utf8) == 0x811c_9dc5)
    #expect(FNV1a.hash("a".utf8) == 0xaf63_dc4c_8601_ec8c && FNV1a.hash32("a".utf8) == 0xe40c_292c)
    #expect(FNV1a.hash("foobar".utf8) == 0x8594_4171_f739_67e8 && FNV1a.hash32("foobar".utf8) == 0xbf9c_f968)
  }

  @Test("bytes may be hashed in parts")
  func parts() {
    #expect(FNV1a.hash("bar".utf8, after: FNV1a.hash("foo".utf8)) == FNV1a.hash("foobar".utf8))
  }
}
