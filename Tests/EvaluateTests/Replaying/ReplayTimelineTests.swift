import Testing

@testable import Evaluate

@Suite struct ReplayTimelineTests {
  private func places(_ frames: [(Double, Int)]) -> [Double] {
    var timeline = ReplayTimeline()
    return frames.map { timeline.place($0.0, of: $0.1) }
  }

  @Test("times begin at 0, whatever the recording's clock showed")
  func start() {
    #expect(places([(5, 0), (5.5, 0), (7, 0)]) == [0, 0.5, 2])
    #expect(places([(-3, 0), (-2, 0)]) == [0, 1])
  }

  @Test("a pause longer than a minute is removed, a shorter one is kept")
  func pauses() {
    #expect(places([(0, 0), (1, 0), (1e8, 0), (1e8 + 1, 0)]) == [0, 1, 1, 2])
    #expect(places([(0, 0), (60, 0), (119, 0)]) == [0, 60, 119])
    let far = places([(-1e11, 0), (1e11, 0), (1e11, 0)])
    #expect(far == [0, 0, 0])
  }

  @Test("people one after the other, each from 0, follow each other")
  func oneAfterTheOther() {
    #expect(places([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]) == [0, 1, 2, 2, 3, 4])
  }

  @Test("people with alternating frames on one clock share it; on two clocks each keeps their own")
  func alternating() {
    #expect(places([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]) == [0, 0, 1, 1, 2, 2])
    #expect(places([(10, 0), (3, 1), (11, 0), (4, 1), (12, 0), (5, 1)]) == [0, 0, 1, 1, 2, 2])
    #expect(places([(0, 0), (0, 1), (1e6, 0), (1e6, 1), (1e6 + 1, 0), (1e6 + 1, 1)]) == [0, 0, 0, 0, 1, 1])
  }

  @Test("time never runs back and is always finite, for any input")
  func anything() {
    let frames: [(Double, Int)] = [
      (0, 0), (.nan, 0), (.infinity, 0), (1, 0), (0.5, 0), (-.infinity, 1), (1.7e308, 1), (-1.7e308, 1), (2, 0),
    ]
    let found = places(frames)
    #expect(found.allSatisfy(\.isFinite) && found == found.sorted())
  }
}
