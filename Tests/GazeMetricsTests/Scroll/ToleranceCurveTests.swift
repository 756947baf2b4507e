import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

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
