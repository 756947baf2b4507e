import TestSupport
import Testing

@testable import GazePipeline

/// Offsets of a phone that is turned.
struct RecentringTurnTests {
  private let upright = SIMD2(375.0, 812.0)
  private let turned = SIMD2(812.0, 375.0)
  private let lines = (0..<20).map { TextLine(x: 30, y: 40 + 30 * Double($0), width: 300, height: 30) }

  /// A recentring that a dot has taught this offset.
  private func taught(_ off: SIMD2<Double>, _ reading: Recentring.Reading = .ignored) -> Recentring {
    var recentring = Recentring(.init(reading: reading), lines: lines, screen: upright)
    recentring.showDot(off: off)
    return recentring
  }

  @Test(
    "an offset keeps its direction and its angle in a turn, and is less certain", arguments: Recentring.Reading.allCases
  )
  func angle(reading: Recentring.Reading) throws {
    let before = taught(SIMD2(60, -40), reading)
    var after = Recentring(.init(reading: reading), lines: lines, screen: turned)
    after.begin(after: before, scale: SIMD2(1.05, 0.95))
    // Reading keeps its horizontal offset in bins.
    let expected = before.offset * SIMD2(1.05, 0.95)
    expectNear(after.offset, expected, (reading == .lines ? 5 : 1e-9))
    #expect(after.uncertainty.min() > before.uncertainty.max() && after.uncertainty.max() < 90, "\(after.uncertainty)")
    #expect(after.used == before.used && !after.wantsDot)
    // The measurement of a dot may still be kept, with the wider uncertainty.
    let (kept, first) = (try #require(after.kept), try #require(before.kept))
    #expect(kept.deviation.min() > first.deviation.max())
    expectNear(kept.mean, first.mean * SIMD2(1.05, 0.95), 1e-9)
  }

  @Test("nothing is taken over where nothing was learned, and with an impossible scale")
  func nothing() {
    let unknown = Recentring(.init(), screen: turned)
    var after = unknown
    after.begin(after: Recentring(.init(), screen: upright), scale: SIMD2(1, 1))
    #expect(after == unknown)
    for scale in [SIMD2(0, 1), SIMD2(.nan, 1), SIMD2(1, .infinity), SIMD2(-1, 1)] {
      after.begin(after: taught(SIMD2(60, -40)), scale: scale)
      #expect(after == unknown)
    }
  }
}
