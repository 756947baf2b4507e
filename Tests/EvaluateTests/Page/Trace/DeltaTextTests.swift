import GazePipeline
import TestSupport
import Testing

@testable import Evaluate

@Suite struct DeltaTextTests {
  @Test(
    "numbers read back unchanged",
    arguments: [
      [], [0], [0, 0, 0], [5], [-5, -5, -5, -5], [1, 0, 0, 7], [Int32.max, Int32.min, 0], [16, -16, 31, 32, 33, 1000],
    ] as [[Int32]])
  func roundTrip(_ values: [Int32]) {
    #expect(DeltaText.decoded(DeltaText.encoded(values)) == values)
  }

  @Test("random walks of every step size read back unchanged")
  func walks() {
    var rng = SeededGenerator(seed: 7)
    for step in [0, 1, 15, 16, 500, 40_000] {
      var value = 0
      let walk = (0..<3000).map { _ -> Int32 in
        value = min(max(value + (step > 0 ? Int.random(in: -step...step, using: &rng) : 0), -30_000), 30_000)
        return Int32(value)
      }
      #expect(DeltaText.decoded(DeltaText.encoded(walk)) == walk)
    }
  }

  @Test("a constant column takes a few characters, a small step one")
  func size() {
    #expect(DeltaText.encoded([Int32](repeating: 300, count: 10_000)).count < 10)
    let steps = (0..<1000).map { Int32($0 % 2 == 0 ? 0 : 15) }
    #expect(DeltaText.encoded(steps).count <= 1001)
  }
}
