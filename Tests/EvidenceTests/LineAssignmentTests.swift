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

struct TextPlacesTests {
  private let text = TextPlaces([
    (.init(left: 0, right: 100, middle: 20), [0...40, 50...100]), (.init(left: 0, right: 60, middle: 60), []),
    (.init(left: 10, right: 80, middle: 105), [10...80]),
  ])

  @Test("words are in the order of reading, and a line without words is one word")
  func words() {
    #expect(text.words.map(\.line) == [0, 0, 1, 2])
    #expect(text.words.map(\.place) == [SIMD2(20, 20), SIMD2(75, 20), SIMD2(30, 60), SIMD2(45, 105)])
    #expect(text.pitch == 45 && TextPlaces([]).pitch == 1)
  }

  @Test("the nearest line is the upper one of two that are equally near")
  func nearest() {
    #expect([-500, 39, 40, 41, 1e9].map(text.nearest) == [0, 0, 0, 1, 2])
    #expect(text.nearest(to: .nan) == 0 && TextPlaces([]).nearest(to: 3) == 0)
  }

  @Test("words of several lines belong to the line with the most of them")
  func common() {
    #expect(text.commonLine(0...3) == 0 && text.commonLine(1...2) == 0 && text.commonLine(2...3) == 1)
  }
}

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
