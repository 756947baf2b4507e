import TestSupport
import Testing

@testable import GazePipeline

/// The offset that is kept from one session to another, `Recentring.KeptOffset`.
struct RecentringKeptTests {
  private let screen = SIMD2(375.0, 812.0)
  private let lines = (0..<20).map { TextLine(x: 30, y: 40 + 30 * Double($0), width: 300, height: 30) }

  @Test("only a dot makes an offset to keep, and a tap changes nothing of it")
  func dotsOnly() throws {
    var recentring = Recentring(.init(), screen: screen)
    for frame in 0..<300 {
      let tap = frame % 60 == 59 ? SIMD2(190.0, 400.0) : nil
      let place = SIMD2(230.0, 380.0)
      _ = recentring.step(place, AppContext(tap: tap), isScrolling: false, at: Double(frame) / 60)
    }
    #expect(recentring.used == 5 && recentring.kept == nil)
    let learned = recentring.offset
    #expect(learned.x > 25 && learned.y < -10)
    var other = Recentring(.init(), screen: screen)
    _ = other.step(nil, AppContext(), isScrolling: false, at: 0)
    recentring.showDot(off: SIMD2(40, -20), from: 5)
    other.showDot(off: SIMD2(40, -20), from: 5)
    let (kept, alone) = (try #require(recentring.kept), try #require(other.kept))
    #expect(kept.deviation == alone.deviation)
    expectNear(kept.mean, alone.mean, 1e-9)
    #expect(kept.mean.x > 25 && kept.mean.x < 40 && kept.deviation.max() < 50)
  }

  @Test("another session has part of the offset, less surely, but not unsure")
  func widens() {
    let kept = Recentring.KeptOffset(mean: SIMD2(60, -40), deviation: SIMD2(30, 30))
    let later = kept.inAnotherSession(OffsetModel())
    // k = 1 − 55²/90²
    let share = 1 - 3025.0 / 8100
    expectNear(later.mean, share * kept.mean, 1e-9)
    let variance = (1 - share * share) * 8100 + share * share * 900
    #expect(later.deviation.x > 60 && later.deviation.x < 90)
    expectNear(later.deviation.x, variance.squareRoot(), 1e-9)
  }

  @Test(
    "a session that begins with a kept offset subtracts it, with reading or without",
    arguments: Recentring.Reading.allCases)
  func begins(reading: Recentring.Reading) {
    var settings = Recentring.Settings(reading: reading)
    settings.model.drift = 33
    var recentring = Recentring(settings, lines: lines, screen: screen)
    recentring.begin(with: .init(mean: SIMD2(80, -60), deviation: SIMD2(20, 20)))
    let share = 1 - 3025.0 / 8100
    // Reading keeps its horizontal offset in bins.
    expectNear(recentring.offset, share * SIMD2(80, -60), (reading == .lines ? 4 : 1e-6))
    #expect(recentring.kept == nil)
    recentring.showDot(off: SIMD2(20, 20), from: 1)
    #expect(recentring.kept != nil)
    expectNear(recentring.offset, SIMD2(20, 20), 20)
  }

  @Test(
    "an impossible offset is ignored",
    arguments: [
      (SIMD2(.nan, 0), SIMD2(1, 1)), (SIMD2(300, 0), SIMD2(1, 1)), (SIMD2(0, 0), SIMD2(0, 1)),
      (SIMD2(0, 0), SIMD2(1, .infinity)),
    ])
  func ignored(mean: SIMD2<Double>, deviation: SIMD2<Double>) {
    var recentring = Recentring(.init(), screen: screen)
    let before = recentring
    recentring.begin(with: .init(mean: mean, deviation: deviation))
    #expect(recentring == before)
  }
}
