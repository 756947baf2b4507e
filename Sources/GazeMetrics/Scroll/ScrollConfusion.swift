public import GazePipeline

/// What was wanted against what was made, event by event: up, none or down.
///
/// What is counted once each:
///
/// - a wish and the scroll that was matched with it: (direction, direction);
/// - a scroll without a match that began in the window of a wish of the other direction without a match: (the wish's, the
///   scroll's), each used once;
/// - any other scroll without a match: (none, its direction);
/// - any other wish without a match: (its direction, none);
/// - a stretch of 10 s without a wish in which no scroll without a match began: (none, none). Time without a wish is cut
///   into such stretches from each wish's end on; the rest before the next wish counts where it is 1 s or longer.
public struct ScrollConfusion: Sendable, Equatable {
  /// The length of a stretch without a wish, seconds.
  public static let stretch = 10.0
  /// A shorter rest of one does not count, seconds.
  public static let shortestStretch = 1.0
  /// Rows and columns, in order.
  public static let directions: [ScrollDirection] = [.up, .none, .down]

  /// Row by row.
  private var counts = [Int](repeating: 0, count: 9)

  /// Nothing yet.
  public init() {}

  private static func place(_ direction: ScrollDirection) -> Int {
    switch direction {
    case .up: 0
    case .none: 1
    case .down: 2
    }
  }

  /// How often this was made where that was wanted.
  public subscript(wanted wanted: ScrollDirection, made made: ScrollDirection) -> Int {
    counts[3 * Self.place(wanted) + Self.place(made)]
  }

  /// Counts something.
  public mutating func add(wanted: ScrollDirection, made: ScrollDirection, _ count: Int = 1) {
    let index = 3 * Self.place(wanted) + Self.place(made)
    counts[index] = saturating(counts[index], max(count, 0))
  }

  /// Takes in another's counts.
  public mutating func merge(_ other: ScrollConfusion) {
    for index in counts.indices { counts[index] = saturating(counts[index], other.counts[index]) }
  }

  /// Cohen's kappa (Educational and Psychological Measurement 20, 1960), −1…1:
  ///
  ///     κ = (pₒ − pₑ)/(1 − pₑ), pₒ the share on the diagonal, pₑ = Σ rowᵢ columnᵢ/n²
  ///
  /// nil where nothing was counted, or where chance alone would agree always.
  public var kappa: Double? {
    let counts = counts.map(Double.init)
    let n = counts.reduce(0, +)
    guard n > 0 else { return nil }
    let observed = (counts[0] + counts[4] + counts[8]) / n
    var chance = 0.0
    for i in 0..<3 {
      let row = counts[3 * i] + counts[3 * i + 1] + counts[3 * i + 2]
      chance += row / n * ((counts[i] + counts[i + 3] + counts[i + 6]) / n)
    }
    return chance < 1 - 1e-12 ? (observed - chance) / (1 - chance) : nil
  }
}
