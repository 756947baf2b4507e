/// Quantiles of values of either sign, such as latencies, in bounded memory: one sketch for each side of 0.
public struct SignedQuantileSketch: Sendable, Equatable, Codable {
  private var below = QuantileSketch()
  private var above = QuantileSketch()

  /// An empty sketch.
  public init() {}

  /// Number of values added; saturates at `Int.max`.
  public var count: Int { saturating(below.count, above.count) }

  /// Adds a value; returns false for an infinite or NaN value, which changes nothing.
  @discardableResult
  public mutating func add(_ value: Double) -> Bool { value < 0 ? below.add(-value) : above.add(value) }

  /// Adds all values of another sketch.
  public mutating func merge(_ other: SignedQuantileSketch) {
    below.merge(other.below)
    above.merge(other.above)
  }

  /// The value of rank ⌊p (count − 1)⌋ (0-based, ascending), with a relative error of at most 0.1 %.
  ///
  /// nil if the sketch is empty or `p` is not in 0…1.
  public func quantile(_ p: Double) -> Double? {
    guard count > 0, p >= 0, p <= 1 else { return nil }
    let rank = min(Int(exactly: (p * Double(count - 1)).rounded(.down)) ?? count - 1, count - 1)
    guard rank < below.count else { return above.value(rank: rank - below.count) }
    return below.value(rank: below.count - 1 - rank).map { -$0 }
  }
}
