import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct ScrollTallyTests {
  @Test(
    "F1: 8 hits, 2 false, 4 missed is 16/22; nil if nothing is wanted"
  )
  func f1() {
    var tally = ScrollTally()
    (tally.truePositives, tally.falsePositives, tally.falseNegatives) = (8, 2, 4)
    #expect(tally.f1 == 16.0 / 22 && tally.precision == 0.8 && tally.recall == 8.0 / 12)
    var unwanted = ScrollTally()
    unwanted.falsePositives = 3
    #expect(unwanted.f1 == nil && unwanted.recall == nil && unwanted.precision == nil)
    #expect(PeopleEstimate.f1([unwanted, unwanted]) == nil && PeopleEstimate.precision([unwanted]) == nil)
    #expect(PeopleEstimate.f1([unwanted, tally])?.value == 16.0 / 25)
    #expect(ScrollTally().f1 == nil)
  }

  @Test("Hidden intents: the actual share gives the measured values, 0 and 1 one kind's")
  func hidden() throws {
    var tally = ScrollTally()
    tally.shown = ScrollTally.Answered(intents: 30, truePositives: 24)
    tally.hidden = ScrollTally.Answered(intents: 10, truePositives: 1)
    (tally.truePositives, tally.falsePositives, tally.falseNegatives) = (25, 5, 15)
    let measured = try #require(tally.hiding(0.25))
    expectNear(measured.recall, 25.0 / 40, 1e-12)
    #expect(tally.f1 == 50.0 / 70)
    expectNear(measured.f1, 50.0 / 70, 1e-12)
    // If all 40 intents are shown, there are 0.8 · 40 = 32 hits, 8 misses and 5 false scrolls.
    expectNear(tally.hiding(0)?.f1, 64.0 / (64 + 5 + 8), 1e-12)
    expectNear(tally.hiding(1)?.recall, 0.1, 1e-12)
    tally.hidden = ScrollTally.Answered()
    #expect(tally.hiding(0.5) == nil && tally.hiding(0) != nil && tally.hiding(1.1) == nil)
    #expect(ScrollTally().hiding(0) == nil)
  }

  @Test("Release, doubles, shown and hidden intents, Midas touches by hand")
  func take() throws {
    // Wanted 10–12 (shown), 20–22 (hidden). Made 10.5–11, again 11.5–12.5 (a double trigger) and 21–23; 40 while
    // looking at the screen, 50 while looking away.
    let tally = GazeMetricsTests.tally(
      seconds: 60, wanted: [(10...12, .down), (20...22, .down)],
      made: [(10.5...11, .down), (11.5...12.5, .down), (21...23, .down), (40...40.2, .down), (50...50.2, .down)],
      away: [49...52], shown: [11...12])
    #expect(tally.truePositives == 2 && tally.falsePositives == 3)
    #expect(tally.doubleTriggers == 1)
    // 11 − 12 and 23 − 22.
    let (first, last) = (try #require(tally.releases.quantile(0)), try #require(tally.releases.quantile(1)))
    expectNear(first, -1, 0.002)
    expectNear(last, 1, 0.002)
    #expect(tally.shown == ScrollTally.Answered(intents: 1, truePositives: 1))
    #expect(tally.hidden == ScrollTally.Answered(intents: 1, truePositives: 1))
    #expect(tally.midasTouches == 1 && tally.falseWithoutIntent == 2)
    // 60 s minus 3 s of looking away and 4 s of intents; each duration is exact to one frame.
    expectNear(tally.secondsLookingWithoutIntent, 53, 0.3)
    expectNear(tally.midasPerMinute, 60 / tally.secondsLookingWithoutIntent, 1e-9)
    var twice = tally
    twice.merge(tally)
    #expect(twice.doubleTriggers == 2 && twice.midasPerMinute == tally.midasPerMinute && twice.shown.intents == 2)
  }
}
