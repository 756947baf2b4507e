import Testing

@testable import Calibrate

@Suite struct SearchBoxTests {
  @Test("the points begin at the middle, lie in the box, and half of them on either side of it in every parameter")
  func points() throws {
    var box = try #require(SearchBox(lower: [-1, 10], upper: [3, 20]))
    box.starts = 63
    let points = box.points
    #expect(points.count == 63 && points[0] == [1, 15])
    for k in 0..<2 {
      #expect(points.allSatisfy { $0[k] >= box.lower[k] && $0[k] <= box.upper[k] })
      // Sobol: of the first 2ᵐ − 1 points as many lie below the middle as above.
      let middle = (box.lower[k] + box.upper[k]) / 2
      #expect(points.count { $0[k] < middle } == 31 && points.count { $0[k] > middle } == 31)
    }
  }

  @Test("a box around a start keeps signs; one that is no box is none; beyond 40 parameters there are no points")
  func shapes() {
    let around = SearchBox(around: [2, -4, 0], share: 0.5)
    #expect(around.lower == [1, -6, 0] && around.upper == [3, -2, 0])
    #expect(SearchBox(lower: [1], upper: [0]) == nil)
    #expect(SearchBox(lower: [0], upper: [.infinity]) == nil)
    #expect(SearchBox(lower: [], upper: []) == nil)
    #expect(SearchBox(around: [Double](repeating: 1, count: 41), share: 0.5).points.isEmpty)
  }
}
