import GazeMetrics
import GazePipeline
import GazeTesting

/// Counts of one person's detected gestures, compared with the gestures asked for.
struct HeadGestureTally: Sendable, Equatable, Codable {
  /// Number of gestures that were asked for and detected.
  var truePositives = 0
  /// Number of gestures that were detected but not asked for.
  var falsePositives = 0
  /// Number of gestures that were asked for but not detected.
  var falseNegatives = 0
  /// Number of false positives at moments when no gesture was asked for.
  var falseWithoutIntent = 0
  /// Time in which it is known that no gesture was asked for, seconds.
  var secondsWithoutIntent = 0.0
  /// Delays from a gesture's start to its detection, seconds.
  var latencies = SignedQuantileSketch()
}

/// Matches detected gestures with those asked for, one to one, in the same way as scrolls. Gestures that are too old to
/// be matched with a new gesture are matched at once and removed.
struct HeadGestureScore: Sendable {
  private(set) var tally = HeadGestureTally()
  private let tolerance = EventMatching.Tolerance()
  private var events: [(kind: HeadGesture, start: Double)] = []
  private var intents: [(kind: HeadGesture, start: Double, end: Double)] = []
  private var falseTimes: [Bool] = []
  private var open: HeadGesture?
  private var last: Double?
  private var lastActive = -Double.infinity

  /// Takes in a moment: the detected gesture, and the gesture asked for, if that is known.
  mutating func step(detected: HeadGesture?, asked: HeadGesture?, isKnown: Bool, at time: Double) {
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
    if let detected {
      events.append((detected, time))
      falseTimes.append(asked == nil)
    }
    if asked != nil || detected != nil { lastActive = time }
    // No later gesture can match gestures that are this old.
    if time - lastActive > 2 * (tolerance.early + tolerance.late), !(events.isEmpty && intents.isEmpty) { match() }
  }

  /// Matches the remaining gestures.
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
