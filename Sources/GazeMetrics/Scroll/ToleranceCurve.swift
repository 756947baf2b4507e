internal import GazePipeline

/// The same scrolls and wishes matched with several tolerances, in bounded memory.
///
/// What a result says must not hang on one choice of how late a scroll may still be: the curve shows how much it does.
public struct ToleranceCurve: Sendable, Equatable {
  /// Seconds after a wish's end in which a scroll may still begin; `early` is the default of `EventMatching`.
  public static let lates: [Double] = [0, 0.25, 0.5, 1, 1.5, 2, 3]

  /// One point of it.
  public struct Counts: Sendable, Equatable {
    /// Wanted and made.
    public internal(set) var truePositives = 0
    /// Made, not wanted.
    public internal(set) var falsePositives = 0
    /// Wanted, not made.
    public internal(set) var falseNegatives = 0

    /// Was anything wanted?
    private var isAsked: Bool { truePositives > 0 || falseNegatives > 0 }
    /// TP / (TP + FP); nil where nothing was wanted or nothing made.
    public var precision: Double? { isAsked ? Self.ratio(truePositives, truePositives, falsePositives) : nil }
    /// TP / (TP + FN); nil where nothing was wanted.
    public var recall: Double? { Self.ratio(truePositives, truePositives, falseNegatives) }
    /// 2 TP / (2 TP + FP + FN); nil where nothing was wanted.
    public var f1: Double? {
      let all = 2 * Double(truePositives) + Double(falsePositives) + Double(falseNegatives)
      return isAsked ? 2 * Double(truePositives) / all : nil
    }

    private static func ratio(_ a: Int, _ b: Int, _ c: Int) -> Double? {
      let sum = Double(b) + Double(c)
      return sum > 0 ? Double(a) / sum : nil
    }
  }

  /// One for each of `lates`.
  public private(set) var counts = [Counts](repeating: Counts(), count: lates.count)

  /// Nothing yet.
  public init() {}

  /// Takes in another's counts.
  public mutating func merge(_ other: ToleranceCurve) {
    for index in counts.indices {
      let more = other.counts[index]
      counts[index].truePositives = saturating(counts[index].truePositives, more.truePositives)
      counts[index].falsePositives = saturating(counts[index].falsePositives, more.falsePositives)
      counts[index].falseNegatives = saturating(counts[index].falseNegatives, more.falseNegatives)
    }
  }

  /// Matches these with every tolerance and adds what came of it.
  mutating func match(_ events: [ScrollEvent], _ intents: [ScrollIntent]) {
    for (index, late) in Self.lates.enumerated() {
      let matching = EventMatching(events: events, intents: intents, tolerance: .init(late: late))
      counts[index].truePositives += matching.pairs.count
      counts[index].falsePositives += matching.falsePositives.count
      counts[index].falseNegatives += matching.falseNegatives.count
    }
  }
}

/// Collects a take's scrolls and wishes until no later one can belong to them, and matches them for the curve.
struct ToleranceMatcher: Sendable {
  /// More than this many waiting are matched as they are.
  private static let waitingLimit = 2000
  private static let tolerance = EventMatching.Tolerance(late: ToleranceCurve.lates.last ?? 3)

  private var events: [ScrollEvent] = []
  private var intents: [ScrollIntent] = []
  private(set) var curve = ToleranceCurve()

  mutating func add(_ event: ScrollEvent) { events.append(event) }
  mutating func add(_ intent: ScrollIntent) { intents.append(intent) }

  /// Nothing is going on at `time`: what is over is matched.
  mutating func matchWhatIsOver(at time: Double, isQuiet: Bool) {
    let waiting = events.count + intents.count
    guard waiting > 0 else { return }
    if waiting < Self.waitingLimit {
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
