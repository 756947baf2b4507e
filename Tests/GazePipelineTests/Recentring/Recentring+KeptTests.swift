import Testing

@testable import GazePipeline

@Suite("Recentring+Kept") struct RecentringKeptTests {
  private let screen = SIMD2(375.0, 812.0)
  private let lines = (0..<20).map { TextLine(x: 30, y: 40 + 30 * Double($0), width: 300, height: 30) }

  /// Shows a dot for two seconds to a person whose pointer is off by this much.
  private func showDot(_ recentring: inout Recentring, off: SIMD2<Double>, from start: Double) {
    let dot = SIMD2(190.0, 400.0)
    for frame in 0..<130 {
      let shown = frame < 120 ? dot : nil
      _ = recentring.step(dot + off, AppContext(dot: shown), isScrolling: false, at: start + Double(frame) / 60)
    }
  }

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
    showDot(&recentring, off: SIMD2(40, -20), from: 5)
    showDot(&other, off: SIMD2(40, -20), from: 5)
    let (kept, alone) = (try #require(recentring.kept), try #require(other.kept))
    #expect((kept.mean - alone.mean).length < 1e-9 && kept.deviation == alone.deviation)
    #expect(kept.mean.x > 25 && kept.mean.x < 40 && kept.deviation.max() < 50)
  }

  @Test("another session begins with a part of the offset and is less sure of it than its own session, but not unsure")
  func widens() {
    let kept = Recentring.KeptOffset(mean: SIMD2(60, -40), deviation: SIMD2(30, 30))
    let later = kept.inAnotherSession(OffsetModel())
    // k = 1 − 55²/90²
    let share = 1 - 3025.0 / 8100
    #expect((later.mean - share * kept.mean).length < 1e-9)
    let variance = (1 - share * share) * 8100 + share * share * 900
    #expect(abs(later.deviation.x - variance.squareRoot()) < 1e-9 && later.deviation.x > 60 && later.deviation.x < 90)
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
    #expect((recentring.offset - share * SIMD2(80, -60)).length < (reading == .lines ? 4 : 1e-6))
    #expect(recentring.kept == nil)
    showDot(&recentring, off: SIMD2(20, 20), from: 1)
    #expect(recentring.kept != nil && (recentring.offset - SIMD2(20, 20)).length < 20)
  }

  @Test("new text leaves the offset known")
  func newText() {
    var recentring = Recentring(.init(reading: .lines), lines: lines, screen: screen)
    showDot(&recentring, off: SIMD2(40, -20), from: 0)
    let (before, sure) = (recentring.offset, recentring.uncertainty)
    recentring.show(Array(lines.dropLast()), screen: screen)
    #expect((recentring.offset - before).length < 5 && (recentring.uncertainty - sure).length < 5)
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
