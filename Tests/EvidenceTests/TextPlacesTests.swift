import GazePipeline
import TestSupport
import Testing

@testable import Evidence

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
