import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct TargetFixationTests {
  private func window(_ start: Double, look: Int, reported: Float = 0.1, hasTarget: Bool = true) -> FixationWindow {
    FixationWindow(
      at: start, [0, 0.5].map { .init(time: $0, reported: SIMD2(reported + $0, 0.2), expected: SIMD2(0.3, 0.4)) },
      geometry: hasTarget ? .zero : nil, look: look)
  }

  @Test("a fixation's value has its window's middle time and mean directions")
  func means() throws {
    let look = try #require(TargetFixation(window(7, look: 1)))
    expectNear(look.time, 7.25, 1e-9)
    expectNear(look.reported.x, 0.35, 1e-6)
    expectNear(look.expected.y, 0.4, 1e-6)
  }

  @Test("fixations count once, windows without target or valid values never")
  func first() {
    let windows = [
      window(0, look: 1), window(1, look: 1), window(2, look: 2, hasTarget: false), window(3, look: 3, reported: .nan),
      window(4, look: 4), window(.infinity, look: 5),
    ]
    #expect(TargetFixation.first(of: windows).map { $0.time } == [0.25, 4.25])
  }

  @Test("a visit is a run of fixations without 30 s of pause or a restart")
  func visits() {
    func visits(_ times: [Double]) -> Int {
      let windows = times.enumerated().map { window($0.element, look: $0.offset) }
      return SessionFixations(session: 0, fixations: TargetFixation.first(of: windows)).visits
    }
    #expect(visits([]) == 0 && visits([5]) == 1 && visits([0, 2, 4, 30]) == 1)
    #expect(visits([0, 2, 62, 64, 240]) == 3 && visits([100, 102, 1, 3]) == 2)
  }
}
