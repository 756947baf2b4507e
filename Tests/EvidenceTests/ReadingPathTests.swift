import GazePipeline
import TestSupport
import Testing

@testable import Evidence

struct ReadingPathTests {
  private let text = TextPlaces((0..<8).map { (.init(left: 0, right: 400, middle: 40 * Double($0)), []) })

  /// Six fixations on each of these lines, scattered by 8 points.
  private func places(_ lines: [Int]) -> (places: [SIMD2<Double>], lines: [Int]) {
    var random = SeededGenerator(seed: 7103)
    let all = lines.flatMap { [Int](repeating: $0, count: 6) }
    return (
      all.enumerated().map { SIMD2(30 + 65 * Double($0 % 6), 40 * Double($1) + 8 * random.normal()) }, all
    )
  }

  @Test("lines that are read again are followed")
  func again() {
    let read = places([0, 1, 2, 1, 2, 3, 4, 7, 4, 5])
    #expect(ReadingPath(text: text).lines(read.places) == read.lines)
  }

  @Test("one fixation between two lines, or far off, stays on the line of its neighbours")
  func outlier() {
    var read = places([0, 1, 2])
    read.places[8].y += 22
    read.places[14].y += 500
    #expect(ReadingPath(text: text).lines(read.places) == read.lines)
  }

  @Test("no fixations, no lines, and numbers that are not finite end without a trap")
  func hostile() {
    #expect(ReadingPath(text: text).lines([]).isEmpty && ReadingPath(text: TextPlaces([])).lines([.zero]) == [0])
    let strange = [SIMD2(.nan, 1), SIMD2(.infinity, -.infinity), SIMD2(1e308, -1e308), SIMD2(0, 0)]
    #expect(ReadingPath(text: text).lines(strange).allSatisfy(text.lines.indices.contains))
  }
}
