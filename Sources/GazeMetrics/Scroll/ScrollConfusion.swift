public import GazePipeline

/// Confusion matrix of wanted and made scrolls, event by event: up, none or down.
///
/// Each of the following is counted once:
///
/// - an intent and the scroll that was matched with it: (direction, direction);
/// - an unmatched scroll that began in the window of an unmatched intent of the other direction: (the intent's
///   direction, the scroll's), each scroll and each intent is used at most once;
/// - any other unmatched scroll: (none, its direction);
/// - any other unmatched intent: (its direction, none);
/// - a stretch of 10 s without an intent in which no unmatched scroll began: (none, none). Time without an intent is
///   divided into such stretches from each intent's end on; the remainder before the next intent counts if it is 1 s or
///   longer.
public struct ScrollConfusion: Sendable, Equatable, Codable {
  /// The length of a stretch without an intent, seconds.
  public static let stretch = 10.0
  /// Least length of the remainder that counts as a stretch, seconds.
  public static let shortestStretch = 1.0
  /// Order of rows and columns.
  public static let directions: [ScrollDirection] = [.up, .none, .down]

  /// Counts row by row: one for each two of the three `directions`.
  private(set) var counts = [Int](repeating: 0, count: 9)

  /// An empty matrix.
  public init() {}

  /// A matrix of nine counts, row by row.
  init(counts: [Int]) { self.counts = counts }

  /// Place in `directions`, which are in the order of their signs.
  private static func place(_ direction: ScrollDirection) -> Int { Int(direction.sign) + 1 }

  /// Number of times that `made` was made while `wanted` was wanted.
  public subscript(wanted wanted: ScrollDirection, made made: ScrollDirection) -> Int {
    counts[3 * Self.place(wanted) + Self.place(made)]
  }

  /// Adds to a count.
  public mutating func add(wanted: ScrollDirection, made: ScrollDirection, _ count: Int = 1) {
    let index = 3 * Self.place(wanted) + Self.place(made)
    counts[index].addSaturating(max(count, 0))
  }

  /// Adds another matrix's counts.
  public mutating func merge(_ other: ScrollConfusion) {
    for index in counts.indices { counts[index].addSaturating(other.counts[index]) }
  }

  /// Cohen's kappa (Educational and Psychological Measurement 20, 1960), −1…1:
  ///
  ///     κ = (pₒ − pₑ)/(1 − pₑ), pₒ the share on the diagonal, pₑ = Σ rowᵢ columnᵢ/n²
  ///
  /// nil if nothing was counted, if no scroll was ever wanted, or if chance alone would always agree.
  public var kappa: Double? {
    let n = Double(total)
    guard n > 0, isAsked else { return nil }
    let observed = (Double(counts[0]) + Double(counts[4]) + Double(counts[8])) / n
    return chance < 1 - 1e-12 ? (observed - chance) / (1 - chance) : nil
  }

  /// True if any scroll was wanted.
  private var isAsked: Bool { counts[..<3].contains { $0 > 0 } || counts[6...].contains { $0 > 0 } }

  /// Sum of all counts.
  var total: Int { counts.reduce(0, saturating) }

  /// Agreement expected by chance, 0…1; 0 if nothing was counted.
  var chance: Double {
    let n = Double(total)
    guard n > 0 else { return 0 }
    var chance = 0.0
    for i in 0..<3 {
      let row = Double(counts[3 * i]) + Double(counts[3 * i + 1]) + Double(counts[3 * i + 2])
      chance += row / n * ((Double(counts[i]) + Double(counts[i + 3]) + Double(counts[i + 6])) / n)
    }
    return chance
  }

  /// The matrix without the counts of another one that was merged into it.
  func removing(_ other: ScrollConfusion) -> ScrollConfusion {
    var rest = self
    for index in rest.counts.indices { rest.counts[index] = max(rest.counts[index] - other.counts[index], 0) }
    return rest
  }
}

extension ScrollConfusion: CheckedContent {
  package var contentFault: ContentFault? { ContentFault("counts", count: counts.count, expected: 9) }
}

/// Confusion matrices of several people, with 36 bytes a person. Matrices without an event are left out.
package struct ConfusionList {
  /// Nine counts a person, which saturate at 2³² − 1.
  private var counts: BlockList<UInt32> = []
  /// The sum of all matrices.
  package private(set) var all = ScrollConfusion()

  /// The matrices of these people.
  package init(_ people: [ScrollConfusion] = []) {
    for person in people { append(person) }
  }

  /// Adds a person's matrix.
  package mutating func append(_ matrix: ScrollConfusion) {
    guard matrix.total > 0 else { return }
    for count in matrix.counts { counts.append(UInt32(clamping: count)) }
    all.merge(matrix)
  }

  /// Number of people.
  package var count: Int { counts.count / 9 }

  /// The matrices, in order.
  var matrices: some Sequence<ScrollConfusion> {
    (0..<count).lazy.map { person in ScrollConfusion(counts: counts[(9 * person)..<(9 * person + 9)].map { Int($0) }) }
  }
}

/// Divides the time without an intent into stretches, frame by frame (as defined in `ScrollConfusion`), and marks those
/// in which an unwanted scroll began.
struct QuietStretches {
  private struct Stretch {
    var start: Double
    var end: Double
    var isBroken = false
  }

  private var open: Stretch?
  private var waiting: [Stretch] = []

  /// Processes a frame's label; nil if unknown.
  mutating func step(time: Double, intent: ScrollDirection?, hasGap: Bool) {
    if hasGap { close() }
    guard intent == ScrollDirection.none else { return close() }
    guard let stretch = open else {
      open = Stretch(start: time, end: time)
      return
    }
    open?.end = time
    guard time - stretch.start >= ScrollConfusion.stretch else { return }
    close()
    open = Stretch(start: time, end: time)
  }

  /// Marks the stretch in which an unwanted scroll began.
  mutating func markBroken(at time: Double) {
    if let stretch = open, stretch.start <= time, time <= stretch.end {
      open?.isBroken = true
    } else if let index = waiting.lastIndex(where: { $0.start <= time && time <= $0.end }) {
      waiting[index].isBroken = true
    }
  }

  /// Ends the open stretch.
  mutating func close() {
    defer { open = nil }
    guard let stretch = open, stretch.end - stretch.start >= ScrollConfusion.shortestStretch else { return }
    waiting.append(stretch)
  }

  /// True if so many stretches are waiting that they must be counted now.
  var isFull: Bool { waiting.count >= ScrollScorer.waitingLimit }
  /// True if no stretch is waiting.
  var isEmpty: Bool { waiting.isEmpty }

  /// Returns the number of finished stretches without an unwanted scroll, and removes all finished ones.
  mutating func take() -> Int {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.count { !$0.isBroken }
  }
}
