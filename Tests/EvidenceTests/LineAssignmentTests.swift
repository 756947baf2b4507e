import GazePipeline
import TestSupport
import Testing

@testable import Evidence

struct LineAssignmentTests {
  /// Ten lines of words of 50 points, of different lengths.
  private let text = TextPlaces(
    [8, 7, 8, 5, 8, 8, 6, 7, 8, 4].enumerated().map { index, count in
      (
        .init(left: 0, right: 60 * Double(count) - 10, middle: 40 * Double(index)),
        (0..<count).map { 60 * Double($0)...60 * Double($0) + 50 }
      )
    })

  /// A person who reads each word once, 0.3 s each, with a pointer off by `offset` and scattered by 10 points.
  private func reader(
    _ offset: (Double) -> SIMD2<Double>
  ) -> (places: [SIMD2<Double>], times: [Double], lines: [Int]) {
    var random = SeededGenerator(seed: 7104)
    let times = text.words.indices.map { 0.3 * Double($0) }
    let places = zip(text.words, times).map {
      $0.place + SIMD2(10 * random.normal(), 10 * random.normal()) + offset($1)
    }
    return (places, times, text.words.map(\.line))
  }

  private func share(_ lines: [Int], _ truth: [Int]) -> Double {
    Double(zip(lines, truth).count { $0 == $1 }) / Double(truth.count)
  }

  @Test("a pointer without an offset is assigned right by each method")
  func plain() {
    let read = reader { _ in .zero }
    #expect(share(LineAssignment.nearest(read.places, to: text).lines, read.lines) > 0.9)
    #expect(LineAssignment.warp(read.places, to: text).lines == read.lines)
    let settled = LineAssignment.settled(read.places, at: read.times, to: text)
    #expect(settled.lines == read.lines && settled.offsets.allSatisfy { $0.length < 15 })
  }

  @Test("an offset of two lines, drift of one, is found beyond the nearest line")
  func offset() {
    let offset = { (time: Double) in SIMD2(60.0, 90 - 2 * time) }
    let read = reader(offset)
    #expect(share(LineAssignment.nearest(read.places, to: text).lines, read.lines) < 0.2)
    let settled = LineAssignment.settled(read.places, at: read.times, to: text)
    #expect(settled.lines == read.lines)
    for (found, time) in zip(settled.offsets, read.times) {
      expectNear(found.y, offset(time).y, 12, "\(time): \(found)")
      expectNear(found.x, 60, 30, "\(time): \(found)")
    }
  }

  @Test("nothing, another number of times, and numbers that are not finite end without a trap")
  func hostile() {
    let none = TextPlaces([])
    #expect(LineAssignment.settled([], at: [], to: text).lines.isEmpty)
    #expect(LineAssignment.settled([.zero], at: [0], to: none).lines == [0])
    #expect(LineAssignment.warp([.zero], to: none).lines == [0])
    #expect(LineAssignment.settled([.zero, .zero], at: [0], to: text).lines == [0, 0])
    let strange = [SIMD2(.nan, 1), SIMD2(.infinity, -.infinity), SIMD2(1e308, -1e308), SIMD2(0, 0)]
    for found in [
      LineAssignment.warp(strange, to: text), LineAssignment.settled(strange, at: [0, .nan, 1, -.infinity], to: text),
      LineAssignment.settled([SIMD2(0, 0), SIMD2(50, 0)], at: [.nan, .infinity], to: text),
    ] {
      #expect(found.lines.allSatisfy(text.lines.indices.contains) && found.offsets.count == found.lines.count)
      #expect(found.offsets.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
  }
}
