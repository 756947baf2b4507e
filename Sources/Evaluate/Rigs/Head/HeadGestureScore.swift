package import GazeMetrics
import GazePipeline

/// What one person's gestures came to.
package struct HeadGestureTally: Sendable, Equatable {
  /// Asked for and told.
  package var truePositives = 0
  /// Told, not asked for.
  package var falsePositives = 0
  /// Asked for, not told.
  package var falseNegatives = 0
  /// False ones that were told while none was asked for.
  package var falseWithoutIntent = 0
  /// Time in which it is known that none was asked for, seconds.
  package var secondsWithoutIntent = 0.0
  /// From a gesture's start to when it was told, seconds.
  package var latencies = SignedQuantileSketch()

  /// Nothing yet.
  package init() {}
}

/// Matches the gestures that were told with those that were asked for, one to one, as scrolls are; what is over is matched
/// and forgotten.
struct HeadGestureScore: Sendable {
  private(set) var tally = HeadGestureTally()
  private let tolerance = EventMatching.Tolerance()
  private var events: [(kind: HeadGesture, start: Double)] = []
  private var intents: [(kind: HeadGesture, start: Double, end: Double)] = []
  private var falseTimes: [Bool] = []
  private var open: HeadGesture?
  private var last: Double?
  private var lastActive = -Double.infinity

  /// Takes a moment in: what was told, and what was asked for, where that is known.
  mutating func step(told: HeadGesture?, asked: HeadGesture?, isKnown: Bool, at time: Double) {
    let elapsed = last.map { time - $0 } ?? 0
    last = time
    guard isKnown else {
      open = nil
      return
    }
    if asked == nil, elapsed > 0, elapsed < 1 { tally.secondsWithoutIntent += elapsed }
    if let asked, asked == open {
      intents[intents.count - 1].end = time
    } else if let asked {
      intents.append((asked, time, time))
    }
    open = asked
    if let told {
      events.append((told, time))
      falseTimes.append(asked == nil)
    }
    if asked != nil || told != nil { lastActive = time }
    // Nothing that comes can match what lies further back.
    if time - lastActive > 2 * (tolerance.early + tolerance.late), !(events.isEmpty && intents.isEmpty) { match() }
  }

  /// Matches what is left.
  mutating func match() {
    let matching = EventMatching(
      events: events, intents: intents, kinds: HeadGesture.allCases, tolerance: tolerance)
    tally.truePositives += matching.pairs.count
    tally.falsePositives += matching.falsePositives.count
    tally.falseNegatives += matching.falseNegatives.count
    tally.falseWithoutIntent += matching.falsePositives.count { falseTimes[$0] }
    for pair in matching.pairs { tally.latencies.add(pair.latency) }
    events.removeAll(keepingCapacity: true)
    intents.removeAll(keepingCapacity: true)
    falseTimes.removeAll(keepingCapacity: true)
    open = nil
  }
}
