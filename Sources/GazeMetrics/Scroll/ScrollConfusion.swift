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
  /// nil where nothing was counted, where no scroll was ever wanted, or where chance alone would agree always.
  public var kappa: Double? {
    let n = Double(total)
    guard n > 0, isAsked else { return nil }
    let observed = (Double(counts[0]) + Double(counts[4]) + Double(counts[8])) / n
    return chance < 1 - 1e-12 ? (observed - chance) / (1 - chance) : nil
  }

  /// Was a scroll wanted at any time?
  private var isAsked: Bool { counts[..<3].contains { $0 > 0 } || counts[6...].contains { $0 > 0 } }

  /// How much was counted.
  var total: Int { counts.reduce(0, saturating) }

  /// The agreement that chance alone would give, 0…1; 0 where nothing was counted.
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

  /// Without the counts of one that was merged in.
  func removing(_ other: ScrollConfusion) -> ScrollConfusion {
    var rest = self
    for index in rest.counts.indices { rest.counts[index] = max(rest.counts[index] - other.counts[index], 0) }
    return rest
  }
}
