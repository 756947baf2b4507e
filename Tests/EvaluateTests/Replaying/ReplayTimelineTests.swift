import Testing

@testable import Evaluate

@Suite struct ReplayTimelineTests {
  private func places(_ frames: [(Double, Int)]) -> [Double] {
    var timeline = ReplayTimeline()
    return frames.map { timeline.place($0.0, of: $0.1) }
  }

  @Test("places follow the clocks from 0 on, without long pauses, whether people alternate or follow each other")
  func table() {
    let cases: [(frames: [(time: Double, participant: Int)], places: [Double])] = [
      // Times begin at 0, whatever the recording's clock showed.
      ([(5, 0), (5.5, 0), (7, 0)], [0, 0.5, 2]), ([(-3, 0), (-2, 0)], [0, 1]),
      // A pause longer than a minute is removed, a shorter one is kept.
      ([(0, 0), (1, 0), (1e8, 0), (1e8 + 1, 0)], [0, 1, 1, 2]), ([(0, 0), (60, 0), (119, 0)], [0, 60, 119]),
      ([(-1e11, 0), (1e11, 0), (1e11, 0)], [0, 0, 0]),
      // People one after the other, each from 0, follow each other.
      ([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)], [0, 1, 2, 2, 3, 4]),
      // People with alternating frames on one clock share it; on two clocks each keeps their own.
      ([(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)], [0, 0, 1, 1, 2, 2]),
      ([(10, 0), (3, 1), (11, 0), (4, 1), (12, 0), (5, 1)], [0, 0, 1, 1, 2, 2]),
      ([(0, 0), (0, 1), (1e6, 0), (1e6, 1), (1e6 + 1, 0), (1e6 + 1, 1)], [0, 0, 0, 0, 1, 1]),
    ]
    for (frames, expected) in cases { #expect(places(frames) == expected) }
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
