internal import GazePipeline

/// Results of matching the same scrolls and intents with several tolerances, in bounded memory.
///
/// A conclusion should not depend on one choice of the largest delay of a scroll; the curve shows how much it depends
/// on this choice.
public struct ToleranceCurve: Sendable, Equatable, Codable {
  /// Times after an intent's end in which a scroll may still begin, seconds; `early` is the default of `EventMatching`.
  public static let lates: [Double] = [0, 0.25, 0.5, 1, 1.5, 2, 3]

  /// Counts at one point of the curve.
  public struct Counts: Sendable, Equatable, Codable {
    /// Scrolls that were wanted and made.
    public internal(set) var truePositives = 0
    /// Scrolls that were made but not wanted.
    public internal(set) var falsePositives = 0
    /// Scrolls that were wanted but not made.
    public internal(set) var falseNegatives = 0

    /// True if any scroll was wanted.
    var isAsked: Bool { truePositives > 0 || falseNegatives > 0 }
    /// TP / (TP + FP); nil if no scroll was wanted or none was made.
    public var precision: Double? { isAsked ? Self.ratio(truePositives, truePositives, falsePositives) : nil }
    /// TP / (TP + FN); nil if no scroll was wanted.
    public var recall: Double? { Self.ratio(truePositives, truePositives, falseNegatives) }
    /// 2 TP / (2 TP + FP + FN); nil if no scroll was wanted.
    public var f1: Double? {
      let all = 2 * Double(truePositives) + Double(falsePositives) + Double(falseNegatives)
      return isAsked ? 2 * Double(truePositives) / all : nil
    }

    private static func ratio(_ a: Int, _ b: Int, _ c: Int) -> Double? {
      let sum = Double(b) + Double(c)
      return sum > 0 ? Double(a) / sum : nil
    }
  }

  /// Counts for each delay in `lates`.
  public private(set) var counts = [Counts](repeating: Counts(), count: lates.count)

  /// An empty curve.
  public init() {}

  /// Adds another curve's counts.
  public mutating func merge(_ other: ToleranceCurve) {
    for index in counts.indices {
      let more = other.counts[index]
      counts[index].truePositives.addSaturating(more.truePositives)
      counts[index].falsePositives.addSaturating(more.falsePositives)
      counts[index].falseNegatives.addSaturating(more.falseNegatives)
    }
  }

  /// Matches events and intents with every tolerance and adds the counts.
  mutating func match(_ events: [ScrollEvent], _ intents: [ScrollIntent]) {
    for (index, late) in Self.lates.enumerated() {
      let matching = EventMatching(events: events, intents: intents, tolerance: .init(late: late))
      counts[index].truePositives += matching.pairs.count
      counts[index].falsePositives += matching.falsePositives.count
      counts[index].falseNegatives += matching.falseNegatives.count
    }
  }
}

/// Collects a take's scrolls and intents until no later one can belong to them, and matches them for the curve.
struct ToleranceMatcher {
  private static let tolerance = EventMatching.Tolerance(late: ToleranceCurve.lates.last ?? 3)

  private var events: [ScrollEvent] = []
  private var intents: [ScrollIntent] = []
  private(set) var curve = ToleranceCurve()

  mutating func add(_ event: ScrollEvent) { events.append(event) }
  mutating func add(_ intent: ScrollIntent) { intents.append(intent) }

  /// Matches the waiting events and intents if no later one can belong to them at `time`.
  mutating func matchWhatIsOver(at time: Double, isQuiet: Bool) {
    let waiting = events.count + intents.count
    guard waiting > 0 else { return }
    if waiting < ScrollScorer.waitingLimit {
      guard isQuiet, intents.allSatisfy({ time > $0.end + Self.tolerance.late }),
        events.allSatisfy({ time - Self.tolerance.early > $0.start })
      else { return }
    }
    match()
  }

  mutating func match() {
    guard !events.isEmpty || !intents.isEmpty else { return }
    curve.match(events, intents)
    events.removeAll(keepingCapacity: true)
    intents.removeAll(keepingCapacity: true)
  }
}

extension ToleranceCurve: CheckedContent {
  package var contentFault: ContentFault? {
    ContentFault("counts", count: counts.count, expected: Self.lates.count)
  }
}
