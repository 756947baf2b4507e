import TestSupport
import Testing

@testable import GazePipeline

/// The line that a person reads, as `Recentring` reports it.
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
