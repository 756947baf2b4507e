import GazeMetrics
import GazePipeline
import TestSupport
import Testing

struct ScrollScorerTests {
  private struct Frame {
    var time: Double
    var direction: ScrollDirection
    var intent: ScrollDirection?
  }

  /// A take at 30 Hz of a person who wants to scroll now and then and a trigger that is sometimes late, wrong or
  /// silent.
  private static func take(seconds: Int, seed: UInt64) -> [Frame] {
    var rng = SeededGenerator(seed: seed)
    var (frames, intent, command) = ([Frame](), ScrollDirection.none, ScrollDirection.none)
    for i in 0..<(seconds * 30) {
      if rng.uniform() < 0.02 { intent = ScrollDirection.allCases[Int(rng.next() % 3)] }
      if rng.uniform() < 0.05 { command = rng.uniform() < 0.7 ? intent : .none }
      if rng.uniform() < 0.005 { command = .up }
      frames.append(Frame(time: Double(i) / 30, direction: command, intent: intent))
    }
    return frames
  }

  @Test("Hit, miss, false scroll and duplicate have the counts by hand")
  func story() {
    // Made: a hit, and two scrolls that are not wanted.
    let tally = GazeMetricsTests.tally(
      seconds: 60, wanted: [(10...12, .down), (30...31, .down)],
      made: [(10.5...11, .down), (13.5...13.5, .down), (50...50, .down)], distance: 8, away: [49...50.95])
    #expect(tally.intents == 2 && tally.detected == 3)
    #expect(tally.truePositives == 1 && tally.falsePositives == 2 && tally.falseNegatives == 1)
    #expect(tally.falseWithoutIntent == 2)
    expectNear(tally.latencies.quantile(0.5), 0.5, 1e-9)
    #expect(tally.precision == 1.0 / 3 && tally.recall == 0.5 && tally.f1 == 0.4)
    expectNear(tally.seconds, 59.95, 1e-9)
    expectNear(tally.secondsWithoutIntent, 56.85, 0.06)
    expectNear(tally.falsePerMinute, 2 / (tally.secondsWithoutIntent / 60), 1e-9)
    #expect(tally.pointsScrolledOffScreen == 8)
    expectNear(tally.secondsOffScreen, 2, 1e-9)
    expectNear(tally.offScreenScrollPointsPerMinute, 240, 1e-6)
  }

  @Test("A second scroll within one intent is a false positive, but not one without intent")
  func duplicate() {
    let tally = GazeMetricsTests.tally(seconds: 10, wanted: [(2...6, .up)], made: [(3...3, .up), (4...4, .up)])
    #expect(tally.truePositives == 1 && tally.falsePositives == 1 && tally.falseWithoutIntent == 0)
  }

  @Test("A wanted scroll overshoots by its way past the intent, a false one never")
  func overshoot() {
    // 10 points per twentieth of a second. Wanted 2–3 s, 10–11 s, 20–21 s, 30–31 s; made 1.9–3.5 s (early, and half a
    // second too long), 11.5–12 s (wholly after its intent), 20.5–20.9 s (in time), 40–41 s (false).
    let tally = GazeMetricsTests.tally(
      seconds: 60, wanted: [(2...3, .down), (10...11, .down), (20...21, .down), (30...31, .down)],
      made: [(1.9...3.5, .down), (11.5...12, .down), (20.5...20.9, .down), (40...41, .down)], distance: 10)
    #expect(tally.truePositives == 3 && tally.falsePositives == 1 && tally.falseNegatives == 1)
    // There are 10 frames at 3.05…3.5 s and 11 at 11.5…12 s.
    #expect(tally.overshootPoints == 100 + 110)
    var twice = tally
    twice.merge(tally)
    #expect(twice.overshootPoints == 2 * tally.overshootPoints && twice.truePositives == 6)
  }

  @Test("With an unknown intent nothing is judged and no figure is formed")
  func unknown() {
    var scorer = ScrollScorer()
    for i in 0..<100 {
      scorer.step(time: Double(i) / 10, command: ScrollCommand(direction: .down, distance: 1), intent: nil)
    }
    let tally = scorer.finish()
    #expect(tally == ScrollTally())
    #expect(tally.precision == nil && tally.recall == nil && tally.f1 == nil && tally.falsePerMinute == nil)
    #expect(tally.offScreenScrollPointsPerMinute == nil)
  }

  @Test("Ten hours of alternating commands under one endless intent are scored in bounded memory")
  func endless() {
    var scorer = ScrollScorer()
    for i in 0..<72_000 {
      let direction: ScrollDirection = i % 2 == 0 ? .down : .up
      scorer.step(
        time: Double(i) / 2, command: ScrollCommand(direction: direction, distance: 1), intent: ScrollDirection.none)
    }
    let tally = scorer.finish()
    #expect(tally.detected == 72_000 && tally.falseWithoutIntent == 72_000)
  }

  @Test("Invalid times and distances leave finite sums")
  func hostile() {
    var scorer = ScrollScorer()
    for time in [0, .nan, 5, 1e300, -1e300, .infinity, 2, 1] {
      scorer.step(
        time: time, command: ScrollCommand(direction: .down, distance: .infinity), intent: .up,
        isLookingOffScreen: true)
    }
    let tally = scorer.finish()
    #expect(tally.seconds.isFinite && tally.seconds >= 0 && tally.pointsScrolledOffScreen == 0)
    #expect(tally.truePositives == 0 && tally.falsePositives == tally.detected)
  }

  @Test("Tallies of two takes add up")
  func merging() {
    func tally(_ frames: some Sequence<Frame>) -> ScrollTally {
      var scorer = ScrollScorer()
      for frame in frames {
        scorer.step(
          time: frame.time, command: ScrollCommand(direction: frame.direction, distance: 1), intent: frame.intent)
      }
      return scorer.finish()
    }
    let (a, b) = (tally(Self.take(seconds: 60, seed: 1)), tally(Self.take(seconds: 90, seed: 2)))
    var sum = a
    sum.merge(b)
    #expect(sum.truePositives == a.truePositives + b.truePositives && sum.intents == a.intents + b.intents)
    #expect(sum.latencies.count == sum.truePositives && sum.seconds == a.seconds + b.seconds)
    #expect(sum.falseWithoutIntent == a.falseWithoutIntent + b.falseWithoutIntent)
  }
}
