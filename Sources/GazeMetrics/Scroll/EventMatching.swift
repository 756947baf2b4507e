internal import GazePipeline

/// The best one-to-one matching of events and intents of the same kind, such as scrolls of one direction or a head's
/// gestures. It decides which events were wanted.
///
/// An event may match an intent if `intent.start − early ≤ event.start ≤ intent.end + late`. The matching has the
/// largest possible number of pairs and, among all matchings with that number, the least Σ|event.start − intent.start|.
///
/// An intent ends at the latest when the next intent of its direction begins. So both ends of the intents' windows
/// increase with their starts, and there is a best matching without crossings, which dynamic programming along time
/// finds. Time and memory are proportional to the number of pairs (intent, event in its window).
public struct EventMatching: Sendable, Equatable {
  /// Largest distance in time of an event from its intent, seconds.
  public struct Tolerance: Sendable, Equatable, Codable {
    /// Time before the intent begins.
    public var early: Double
    /// Time after the intent ends.
    public var late: Double

    /// A tolerance; a negative or NaN number counts as 0.
    public init(early: Double = 0.2, late: Double = 1.0) {
      self.early = early >= 0 ? early : 0
      self.late = late >= 0 ? late : 0
    }
  }

  /// A matched event and intent: a true positive.
  public struct Pair: Sendable, Equatable {
    /// Index of the event.
    public var event: Int
    /// Index of the intent.
    public var intent: Int
    /// event.start − intent.start, seconds; negative if the event began before the intent.
    public var latency: Double
  }

  /// Matched pairs (true positives), in the order of their events.
  public private(set) var pairs: [Pair] = []
  /// Indices of events that nobody wanted, ascending.
  public private(set) var falsePositives: [Int] = []
  /// Indices of intents without an event, ascending.
  public private(set) var falseNegatives: [Int] = []

  /// Matches events and intents, given in any order. An event or intent with a non-finite time is never matched.
  public init(events: [ScrollEvent], intents: [ScrollIntent], tolerance: Tolerance = Tolerance()) {
    self.init(
      events: events.map { ($0.direction, $0.start) }, intents: intents.map { ($0.direction, $0.start, $0.end) },
      kinds: [.up, .down], tolerance: tolerance)
  }

  /// Matches events and intents of any kinds, such as a head's gestures; kinds that are not listed are never matched.
  public init<Kind: Equatable>(
    events: [(kind: Kind, start: Double)], intents: [(kind: Kind, start: Double, end: Double)], kinds: [Kind],
    tolerance: Tolerance = Tolerance()
  ) {
    for kind in kinds {
      let some = events.indices.filter { events[$0].kind == kind && events[$0].start.isFinite }
        .sorted { events[$0].start < events[$1].start }
      let wanted = intents.indices
        .filter { intents[$0].kind == kind && intents[$0].start.isFinite && intents[$0].end.isFinite }
        .sorted { intents[$0].start < intents[$1].start }
      let windows = wanted.indices.map { j in
        let (intent, isLast) = (intents[wanted[j]], j + 1 == wanted.count)
        let end = min(max(intent.end, intent.start), isLast ? .infinity : intents[wanted[j + 1]].start)
        return Window(start: intent.start, from: intent.start - tolerance.early, to: end + tolerance.late)
      }
      pairs += Self.match(starts: some.map { events[$0].start }, windows: windows)
        .map { Pair(event: some[$0.event], intent: wanted[$0.intent], latency: $0.latency) }
    }
    pairs.sort { $0.event < $1.event }
    let (matched, answered) = (Set(pairs.map(\.event)), Set(pairs.map(\.intent)))
    falsePositives = events.indices.filter { !matched.contains($0) }
    falseNegatives = intents.indices.filter { !answered.contains($0) }
  }

  private struct Window {
    var start, from, to: Double
  }

  /// Quality of a matching: more pairs are better; with equally many pairs less delay is better.
  private struct Score {
    var pairs = 0
    var delay = 0.0

    static func > (a: Score, b: Score) -> Bool { a.pairs > b.pairs || (a.pairs == b.pairs && a.delay < b.delay) }
  }

  private enum Choice: UInt8 {
    case skipIntent
    case skipEvent
    case pair
  }

  /// One intent's row of the dynamic programming table: for each event from `first` on, the best of all matchings
  /// without later events and later intents. The row starts one event before the window and ends with it; beyond its
  /// end the score is constant.
  private struct Row {
    var first: Int
    var scores: [Score]
    var choices: [Choice]

    func score(_ event: Int) -> Score { scores[min(max(event - first, 0), scores.count - 1)] }
  }

  /// Matches events and windows; `starts` and both ends of the windows must be ascending.
  private static func match(starts: [Double], windows: [Window]) -> [Pair] {
    var rows: [Row] = []
    // The previous row. Only its scores are needed here; the choices are kept for backtracking.
    var above = Row(first: -1, scores: [Score()], choices: [.skipIntent])
    var (low, high) = (0, 0)
    for window in windows {
      while low < starts.count, starts[low] < window.from { low += 1 }
      high = max(high, low)
      while high < starts.count, starts[high] <= window.to { high += 1 }
      var row = Row(first: low - 1, scores: [above.score(low - 1)], choices: [.skipIntent])
      for event in low..<high {
        var (best, choice) = (above.score(event), Choice.skipIntent)
        if let left = row.scores.last, left > best { (best, choice) = (left, .skipEvent) }
        var paired = above.score(event - 1)
        paired.pairs += 1
        paired.delay += abs(starts[event] - window.start)
        if paired > best { (best, choice) = (paired, .pair) }
        row.scores.append(best)
        row.choices.append(choice)
      }
      above = row
      rows.append(Row(first: row.first, scores: [], choices: row.choices))
    }
    var pairs: [Pair] = []
    var (event, intent) = (starts.count - 1, rows.count - 1)
    while event >= 0, intent >= 0 {
      let row = rows[intent]
      event = min(event, row.first + row.choices.count - 1)
      switch event <= row.first ? .skipIntent : row.choices[event - row.first] {
      case .skipIntent: intent -= 1
      case .skipEvent: event -= 1
      case .pair:
        pairs.append(Pair(event: event, intent: intent, latency: starts[event] - windows[intent].start))
        event -= 1
        intent -= 1
      }
    }
    return pairs
  }
}
