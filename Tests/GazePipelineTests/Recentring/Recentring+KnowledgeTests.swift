import TestSupport
import Testing

@testable import GazePipeline

struct RecentringStatusTests {
  @Test("without text a dot is wanted until one was seen")
  func reasons() {
    var recentring = Recentring(.init(), screen: SIMD2(375, 812))
    #expect(recentring.dotReason == .unknown)
    let dot = SIMD2(190.0, 400.0)
    // A dot, and ten minutes: the part of the offset that stays is still known.
    for frame in 0..<6000 {
      _ = recentring.step(
        dot, AppContext(dot: frame < 20 ? dot : nil), isScrolling: false, at: Double(frame) / 10)
      if frame == 30 || frame == 5999 { #expect(recentring.dotReason == nil, "\(frame)") }
    }
  }
}

struct RecentringLineTests {
  private let screen = SIMD2(375.0, 812.0)

  @Test("the line is the one being read, and is guessed before it is trusted")
  func line() {
    var recentring = Recentring(.init(reading: .lines), lines: .page, screen: screen)
    #expect(recentring.line == 0 && recentring.guess == nil)
    var random = SeededGenerator(seed: 17)
    var (time, hits, guesses, wasGuessed) = (0.0, 0, 0, false)
    for fixation in LineReader(lines: .page, offset: SIMD2(20, 5), scatter: 4).fixations(&random) {
      for _ in 0..<17 {
        _ = recentring.step(fixation.place, AppContext(page: 0), isScrolling: false, at: time)
        time += 1.0 / 60
      }
      guard let guess = recentring.guess else { continue }
      #expect(guess.line == recentring.line && (0...1).contains(guess.confidence) && guess.end > guess.start)
      #expect(guess.isTrusted == ((recentring.confidence ?? 0) > 0) && guess.end < time)
      if !guess.isTrusted, guess.confidence > 0 { wasGuessed = true }
      // The fixation that has ended is the one before this one, on the same line except after a return sweep.
      guard guess.isTrusted else { continue }
      guesses += 1
      let height = fixation.place.y - 5
      let nearest = [TextLine].page.indices.min { a, b in
        ([TextLine].page[a].middle - height).magnitude < ([TextLine].page[b].middle - height).magnitude
      }
      if nearest == guess.line { hits += 1 }
    }
    #expect(wasGuessed && guesses > 50 && Double(hits) > 0.7 * Double(guesses), "\(hits) of \(guesses)")
  }

  @Test("without text, and if lines are ignored, there is no line", arguments: Recentring.Reading.allCases)
  func none(_ reading: Recentring.Reading) {
    #expect(Recentring(.init(reading: reading), screen: screen).line == nil)
    let recentring = Recentring(.init(reading: reading), lines: .page, screen: screen)
    #expect((recentring.line == nil) == (reading != .lines) && recentring.guess == nil)
  }
}

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
