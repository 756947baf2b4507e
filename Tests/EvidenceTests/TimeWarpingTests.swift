import GazePipeline
import TestSupport
import Testing

@testable import Evidence

struct TimeWarpingTests {
  /// Least cost over all ways through the pairs, found by trying all of them.
  private func exhaustive(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>], _ i: Int = 0, _ j: Int = 0) -> Double {
    let own = (a[i] - b[j]).length
    let ways = [(i + 1, j + 1), (i + 1, j), (i, j + 1)].filter { $0.0 < a.count && $0.1 < b.count }
    return own + (ways.map { exhaustive(a, b, $0.0, $0.1) }.min() ?? 0)
  }

  @Test("the cost is the least of all ways, and its pairs' (200 draws)")
  func least() throws {
    var random = SeededGenerator(seed: 7101)
    func places(_ count: Int) -> [SIMD2<Double>] {
      (0..<count).map { _ in SIMD2(.random(in: 0...9, using: &random), .random(in: 0...9, using: &random)) }
    }
    for _ in 0..<200 {
      let (a, b) = (places(.random(in: 1...6, using: &random)), places(.random(in: 1...6, using: &random)))
      let warping = try #require(TimeWarping(a, to: b))
      expectNear(warping.cost, exhaustive(a, b), 1e-9)
      let pairs = warping.matches.enumerated().flatMap { index, range in range.map { (index, $0) } }
      expectNear(pairs.reduce(0) { $0 + (a[$1.0] - b[$1.1]).length }, warping.cost, 1e-9)
      #expect(warping.matches.first?.lowerBound == 0 && warping.matches.last?.upperBound == b.count - 1)
      for (one, next) in zip(warping.matches, warping.matches.dropFirst()) {
        #expect((one.upperBound...one.upperBound + 1).contains(next.lowerBound))
      }
    }
  }

  @Test("nothing, too much, and numbers that are not finite end without a trap")
  func hostile() {
    let one = [SIMD2(1.0, 1)]
    #expect(TimeWarping([], to: one) == nil && TimeWarping(one, to: []) == nil)
    let many = [SIMD2<Double>](repeating: .zero, count: 1 << 14)
    #expect(TimeWarping(many, to: many) == nil)
    let strange = [SIMD2(.nan, 1), SIMD2(.infinity, -.infinity), SIMD2(1e308, -1e308), SIMD2(0, 0)]
    for list in [strange, strange.reversed()] {
      #expect(TimeWarping(list, to: one + list)?.matches.count == 4)
      #expect(TimeWarping(one + list, to: list)?.matches.count == 5)
    }
  }
}
