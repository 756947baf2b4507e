import GazePipeline
import TestSupport
import Testing

@testable import Evidence

struct SettlingTests {
  private let text = TextPlaces(
    (0..<6).map { line in
      (.init(left: 0, right: 290, middle: 40 * Double(line)), (0..<5).map { 60 * Double($0)...60 * Double($0) + 50 })
    })

  private func settling(_ lines: [Int], off: Double) -> Settling {
    var places: [SIMD2<Double>] = []
    for line in lines {
      for word in 0..<5 { places.append(SIMD2(60 * Double(word) + 25, 40 * Double(line) + off)) }
    }
    return Settling(
      fixations: places, times: places.indices.map { 0.3 * Double($0) }, text: text, model: OffsetModel())
  }

  @Test("warping settles on the offset and the pairs of a person who reads once")
  func warped() throws {
    let state = try #require(settling([0, 1, 2, 3, 4, 5], off: 70).warped(from: SIMD2(0, 80)))
    #expect(state.lines == (0..<30).map { $0 / 5 } && state.offsets.allSatisfy { abs($0.y - 70) < 1 })
    #expect(state.offsets.allSatisfy { abs($0.x) < 20 })
  }

  @Test("the path follows rereading once the offset is known, and keeps x")
  func followed() {
    let read = [0, 1, 2, 1, 2, 3, 4, 5]
    let settling = settling(read, off: 70)
    let lines = read.flatMap { [Int](repeating: $0, count: 5) }
    let start = Settling.State(
      cost: 0, lines: lines.map { _ in 0 }, offsets: lines.map { _ in SIMD2(3, 58) })
    let end = settling.followed(start)
    #expect(end.lines == lines && end.offsets.allSatisfy { abs($0.y - 70) < 1 && $0.x == 3 })
  }
}
