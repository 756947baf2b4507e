import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct ScrollConfusionTests {
  @Test("Kappa by hand: 20, 10, 5; 5, 30, 5; 0, 5, 20 is 0.5459…")
  func byHand() throws {
    var confusion = ScrollConfusion()
    let table = [[20, 10, 5], [5, 30, 5], [0, 5, 20]]
    for (wanted, row) in zip(ScrollConfusion.directions, table) {
      for (made, count) in zip(ScrollConfusion.directions, row) { confusion.add(wanted: wanted, made: made, count) }
    }
    // n = 100; diagonal 70; rows 35, 40, 25; columns 25, 45, 30: chance (875 + 1800 + 750)/10000 = 0.3425.
    let kappa = try #require(confusion.kappa)
    expectNear(kappa, (0.7 - 0.3425) / (1 - 0.3425), 1e-12)
    #expect(confusion[wanted: .up, made: .down] == 5 && confusion.total == 100)
  }

  @Test("Agreement is 1 if perfect, 0 by chance, nil for one kind")
  func extremes() {
    var perfect = ScrollConfusion()
    perfect.add(wanted: .up, made: .up, 3)
    perfect.add(wanted: .none, made: .none, 7)
    #expect(perfect.kappa == 1)
    var chance = ScrollConfusion()
    for wanted in [ScrollDirection.up, .none] {
      for made in [ScrollDirection.up, .none] { chance.add(wanted: wanted, made: made, 5) }
    }
    #expect(chance.kappa == 0)
    var alone = ScrollConfusion()
    alone.add(wanted: .none, made: .none, 5)
    #expect(alone.kappa == nil && ScrollConfusion().kappa == nil)
    // No scroll was ever wanted, so agreement beyond chance is not possible.
    alone.add(wanted: .none, made: .down, 2)
    #expect(alone.kappa == nil)
  }

  @Test("Hit, miss, wrong direction and false scroll have the table by hand")
  func events() {
    let tally = GazeMetricsTests.tally(
      seconds: 100,
      wanted: [(10...12, .down), (30...32, .down), (50...52, .up)],
      made: [(10.5...11, .down), (50.5...51, .down), (75...75.5, .down)])
    let c = tally.confusion
    #expect(c[wanted: .down, made: .down] == 1)
    #expect(c[wanted: .down, made: .none] == 1)
    #expect(c[wanted: .up, made: .down] == 1)
    #expect(c[wanted: .none, made: .down] == 1)
    // Without an intent: 0–10 (1), 12–30 (10 + 8: 2), 32–50 (2), 52–100 (four of ten and one of eight: 5, one broken).
    #expect(c[wanted: .none, made: .none] == 9)
    #expect(c.total == 13)
  }

  @Test("A late scroll breaks no stretch; a remainder below a second is ignored")
  func lateAndShort() {
    let tally = GazeMetricsTests.tally(
      seconds: 20, wanted: [(5...6, .down), (6.5...7.5, .up)], made: [(6.3...6.4, .down), (6.9...7.2, .up)])
    #expect(tally.truePositives == 2 && tally.confusion.kappa == 1)
    // Stretches without an intent: 0–5 s, 7.5–17.5 s and the remaining 2.4 s; the half second in between does not
    // count.
    #expect(tally.confusion[wanted: .none, made: .none] == 3)
  }
}
