import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct ShardTests {
  @Test("k/n with 1 ≤ k ≤ n is a share, and nothing else is")
  func text() throws {
    #expect(Shard("3/16") == Shard(3, of: 16))
    #expect(try #require(Shard("1/1")).description == "1/1")
    for text in ["0/4", "5/4", "1/0", "-1/4", "1", "1/", "/4", "1/2/3", "a/b", "1/1001", "", "1 / 2"] {
      #expect(Shard(text) == nil, "\(text)")
    }
  }

  @Test("the environment states a share from 0 on, as Bazel does")
  func environment() throws {
    #expect(try Shard.stated(in: [:]) == nil)
    let stated = try Shard.stated(in: ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "4"])
    #expect(stated == Shard(1, of: 4))
    for wrong in [
      ["TEST_SHARD_INDEX": "4", "TEST_TOTAL_SHARDS": "4"], ["TEST_SHARD_INDEX": "0"], ["TEST_TOTAL_SHARDS": "4"],
      ["TEST_SHARD_INDEX": "x", "TEST_TOTAL_SHARDS": "4"],
      ["TEST_SHARD_INDEX": "9223372036854775807", "TEST_TOTAL_SHARDS": "4"],
    ] {
      #expect(throws: SimulationError.self) { try Shard.stated(in: wrong) }
    }
  }
}
