import GazeMetrics
import GazePipeline
import TestSupport
import Testing

struct EventMatchingTests {
  private static func event(_ direction: ScrollDirection, _ start: Double) -> ScrollEvent {
    ScrollEvent(direction: direction, start: start, end: start, distance: 1)
  }

  /// The best (pairs, delay) of all matchings, by exhaustive search.
  private static func bruteForce(
    _ events: [ScrollEvent], _ intents: [ScrollIntent], _ tolerance: EventMatching.Tolerance
  ) -> (pairs: Int, delay: Double) {
    guard let event = events.first else { return (0, 0) }
    let rest = Array(events.dropFirst())
    var best = bruteForce(rest, intents, tolerance)
    for (index, intent) in intents.enumerated()
    where intent.direction == event.direction && event.start >= intent.start - tolerance.early
      && event.start <= intent.end + tolerance.late
    {
      var others = intents
      others.remove(at: index)
      let found = bruteForce(rest, others, tolerance)
      let (pairs, delay) = (found.pairs + 1, found.delay + abs(event.start - intent.start))
      if pairs > best.pairs || (pairs == best.pairs && delay < best.delay) { best = (pairs, delay) }
    }
    return best
  }

  @Test("The matching is as good as the best of all (1,000 small cases, shuffled)")
  func bruteForce() {
    var rng = SeededGenerator(seed: 12)
    for _ in 0..<1000 {
      var (events, intents, time) = ([ScrollEvent](), [ScrollIntent](), 0.0)
      for _ in 0..<(rng.next() % 6) {
        // Intents of the same direction do not overlap, but intents of different directions do in this test.
        time += rng.uniform() * 1.5
        let length = rng.uniform()
        intents.append(ScrollIntent(direction: rng.uniform() < 0.8 ? .down : .up, start: time, end: time + length))
        time += length
      }
      for _ in 0..<(rng.next() % 6) {
        events.append(Self.event(rng.uniform() < 0.8 ? .down : .up, rng.uniform() * (time + 1)))
      }
      intents.shuffle(using: &rng)
      events.shuffle(using: &rng)
      let tolerance = EventMatching.Tolerance(early: rng.uniform(), late: rng.uniform() * 2)
      let matching = EventMatching(events: events, intents: intents, tolerance: tolerance)
      let best = Self.bruteForce(events, intents, tolerance)
      #expect(matching.pairs.count == best.pairs)
      expectNear(matching.pairs.reduce(0) { $0 + abs($1.latency) }, best.delay, 1e-9)
      // The result must be a matching: one to one, of one direction, inside the tolerance, with all others reported as
      // unmatched.
      #expect(Set(matching.pairs.map(\.intent)).count == matching.pairs.count)
      #expect((matching.pairs.map(\.event) + matching.falsePositives).sorted() == Array(events.indices))
      #expect((matching.pairs.map(\.intent) + matching.falseNegatives).sorted() == Array(intents.indices))
      for pair in matching.pairs {
        let (event, intent) = (events[pair.event], intents[pair.intent])
        #expect(event.direction == intent.direction && pair.latency == event.start - intent.start)
        #expect(event.start >= intent.start - tolerance.early && event.start <= intent.end + tolerance.late)
      }
    }
  }

  @Test("An event exactly at the tolerance's limit matches, one beyond it does not")
  func edges() {
    let intents = [ScrollIntent(direction: .down, start: 10, end: 11)]
    let tolerance = EventMatching.Tolerance(early: 0.5, late: 1)
    for (start, pairs) in [(9.5, 1), (9.4375, 0), (12, 1), (12.0625, 0)] {
      let matching = EventMatching(events: [Self.event(.down, start)], intents: intents, tolerance: tolerance)
      #expect(matching.pairs.count == pairs)
    }
  }

  @Test("A negative or NaN tolerance counts as 0", arguments: [-1, Double.nan])
  func tolerance(seconds: Double) {
    #expect(
      EventMatching.Tolerance(early: seconds, late: seconds) == EventMatching.Tolerance(early: 0, late: 0))
  }

  @Test("Invalid times match nothing and do not trap")
  func hostile() {
    let times = [Double.nan, .infinity, -.infinity, 1e308]
    let events = times.map { Self.event(.down, $0) }
    let intents = times.map { ScrollIntent(direction: .down, start: $0, end: -$0) }
    let matching = EventMatching(events: events, intents: intents)
    #expect(matching.pairs.map(\.event) == [3])
    #expect(matching.falsePositives == [0, 1, 2] && matching.falseNegatives == [0, 1, 2])
  }

  @Test("Two thousand events and intents within tolerance are matched one to one")
  func large() {
    let events = (0..<2000).map { Self.event(.down, Double($0) * 1e-4) }
    let intents = (0..<2000).map { ScrollIntent(direction: .down, start: Double($0) * 1e-4, end: 1) }
    let matching = EventMatching(events: events, intents: intents)
    #expect(matching.pairs.count == 2000)
    #expect(matching.pairs.allSatisfy { $0.event == $0.intent })
  }
}
