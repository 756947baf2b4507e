import GazePipeline
import Testing

@testable import Calibrate

@Suite struct TargetLookTests {
  private func window(_ start: Double, look: Int, reported: Float = 0.1, hasTarget: Bool = true) -> FixationWindow {
    FixationWindow(
      start: start,
      samples: [0, 0.5].map {
        FixationWindow.Sample(time: $0, reported: SIMD2(reported + $0, 0.2), expected: SIMD2(0.3, 0.4))
      },
      geometry: hasTarget
        ? FixationWindow.Geometry(
          head: .zero, byDistance: .zero, byCameraX: .zero, byCameraY: .zero, jump: .zero) : nil,
      noiseScale: 1, noiseSlope: .zero, look: look)
  }

  @Test("a fixation's value has the middle of its window's time and the means of its directions")
  func means() throws {
    let look = try #require(TargetLook(window(7, look: 1)))
    #expect(abs(look.time - 7.25) < 1e-9 && abs(look.reported.x - 0.35) < 1e-6 && abs(look.expected.y - 0.4) < 1e-6)
  }

  @Test("each fixation counts once, and windows without a target or with invalid values do not count")
  func first() {
    let windows = [
      window(0, look: 1), window(1, look: 1), window(2, look: 2, hasTarget: false), window(3, look: 3, reported: .nan),
      window(4, look: 4), window(.infinity, look: 5),
    ]
    #expect(TargetLook.first(of: windows).map { $0.time } == [0.25, 4.25])
  }

  @Test("a visit is a run of fixations without a pause of half a minute; a clock that restarts begins another one")
  func visits() {
    func visits(_ times: [Double]) -> Int {
      let windows = times.enumerated().map { window($0.element, look: $0.offset) }
      return SessionLooks(session: 0, looks: TargetLook.first(of: windows)).visits
    }
    #expect(visits([]) == 0 && visits([5]) == 1 && visits([0, 2, 4, 30]) == 1)
    #expect(visits([0, 2, 62, 64, 240]) == 3 && visits([100, 102, 1, 3]) == 2)
  }
}
