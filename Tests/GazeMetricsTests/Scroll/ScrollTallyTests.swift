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

struct ToleranceCurveTests {
  @Test("Every point is the whole take's with that tolerance (20 takes of 5 minutes)")
  func streaming() {
    for seed in 0..<20 {
      var rng = SeededGenerator(seed: UInt64(100 + seed))
      var (scorer, plain) = (ScrollScorer(hasCurve: true), ScrollScorer())
      var (events, intents) = (ScrollEventBuilder(), ScrollIntentBuilder())
      var (allEvents, allIntents) = ([ScrollEvent](), [ScrollIntent]())
      var (intent, command) = (ScrollDirection.none, ScrollDirection.none)
      for i in 0..<9000 {
        if rng.uniform() < 0.01 { intent = rng.uniform() < 0.6 ? .none : ScrollDirection.allCases[Int(rng.next() % 3)] }
        if rng.uniform() < 0.04 { command = rng.uniform() < 0.6 ? intent : .none }
        if rng.uniform() < 0.004 { command = .up }
        let time = Double(i) / 30
        scorer.step(time: time, command: ScrollCommand(direction: command, distance: 1), intent: intent)
        plain.step(time: time, command: ScrollCommand(direction: command, distance: 1), intent: intent)
        if let event = events.step(time: time, direction: command, distance: 1) { allEvents.append(event) }
        if let ended = intents.step(time: time, intent: intent) { allIntents.append(ended) }
      }
      if let event = events.finish() { allEvents.append(event) }
      if let ended = intents.finish() { allIntents.append(ended) }
      let (tally, bare) = (scorer.finish(), plain.finish())
      #expect(tally.intents == allIntents.count && tally.detected == allEvents.count)
      #expect(tally.latencies.count == tally.truePositives && bare.truePositives == tally.truePositives)
      #expect(bare.falsePositives == tally.falsePositives && tally.falsePositives > 0)
      #expect(bare.falseNegatives == tally.falseNegatives && tally.falseNegatives > 0)
      for (late, counts) in zip(ToleranceCurve.lates, tally.curve.counts) {
        let whole = EventMatching(events: allEvents, intents: allIntents, tolerance: .init(late: late))
        #expect(counts.truePositives == whole.pairs.count && counts.truePositives > 5)
        #expect(counts.falsePositives == whole.falsePositives.count)
        #expect(counts.falseNegatives == whole.falseNegatives.count)
      }
      // The default tolerance is one of the points.
      let own = tally.curve.counts[3]
      #expect(ToleranceCurve.lates[3] == scorer.tolerance.late)
      #expect(own.truePositives == tally.truePositives && own.f1 == tally.f1)
      #expect(own.precision == tally.precision && own.recall == tally.recall)
    }
  }

  @Test("A scroll 0.4 s late counts from the tolerance that reaches it")
  func steps() {
    var scorer = ScrollScorer(hasCurve: true)
    for i in 0..<400 {
      let time = Double(i) / 20
      scorer.step(
        time: time, command: time == 5.4 ? ScrollCommand(direction: .down, distance: 1) : .none,
        intent: time >= 4 && time <= 5 ? .down : ScrollDirection.none)
    }
    let curve = scorer.finish().curve
    #expect(curve.counts.map(\.truePositives) == [0, 0, 1, 1, 1, 1, 1])
    #expect(curve.counts.map(\.f1) == [0, 0, 1, 1, 1, 1, 1])
    var twice = curve
    twice.merge(curve)
    #expect(twice.counts[2].truePositives == 2 && twice.counts[0].falseNegatives == 2)
    #expect(ToleranceCurve().counts[0].f1 == nil && ToleranceCurve().counts[0].precision == nil)
  }
}
