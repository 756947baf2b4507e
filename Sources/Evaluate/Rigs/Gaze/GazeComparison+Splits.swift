package import GazeMetrics
package import GazeRecording
import GazeSimulation

extension GazeComparison {
  /// An estimate at one end of a range.
  package struct End: Sendable, Codable, Equatable {
    /// The estimate.
    package var value: Double
    /// The estimate's 95 % confidence interval; null if there are too few people.
    @ExplicitNull package var ci95: ConfidenceInterval?
    /// The split with which this estimate was found (`ErrorSplit.name`).
    package var split: String
  }

  /// The smallest and the largest estimate of a metric over all splits of the raw error that agree with published data.
  /// The range is the uncertainty about the tracker; the interval of each end is the uncertainty due to the number of
  /// people.
  package struct SplitRange: Sendable, Codable, Equatable {
    /// The smallest estimate.
    package var smallest: End
    /// The largest estimate.
    package var largest: End
    /// The lowest lower end of the estimates' intervals; null if one has none.
    @ExplicitNull package var lowest: Double?
    /// The highest upper end of the estimates' intervals; null if one has none.
    @ExplicitNull package var highest: Double?

    /// The range of the estimates under several splits; nil if there are no estimates.
    init?(_ ends: [End]) {
      guard let smallest = ends.min(by: { $0.value < $1.value }), let largest = ends.max(by: { $0.value < $1.value })
      else { return nil }
      self.smallest = smallest
      self.largest = largest
      let intervals = ends.compactMap(\.ci95)
      let isKnown = intervals.count == ends.count
      lowest = isKnown ? intervals.map(\.lower).min() : nil
      highest = isKnown ? intervals.map(\.upper).max() : nil
    }
  }

  /// Ranges of one arm at one recline.
  package struct SplitRow: Sendable, Codable, Equatable {
    /// Recline of the phone from upright, degrees.
    package var recline: Double
    /// Label in the table.
    package var label: String
    /// Range of the median error, points.
    @ExplicitNull package var errorPoints: SplitRange?
    /// Range of the reference arm's error divided by this arm's.
    @ExplicitNull package var ratio: SplitRange?
    /// Range of the scroll F1.
    @ExplicitNull package var f1: SplitRange?
    /// Range of the false scrolls per minute without intent.
    @ExplicitNull package var falsePerMinute: SplitRange?
    /// Range of the points scrolled per minute of looking off the screen.
    @ExplicitNull package var offScreenScrollPointsPerMinute: SplitRange?

    /// The ranges of one row over several splits.
    init(_ rows: [(split: String, row: Row)]) {
      recline = rows.first?.row.recline ?? 0
      label = rows.first?.row.label ?? ""
      func range(_ figure: KeyPath<Row, Double?>, _ interval: KeyPath<Row, ConfidenceInterval?>) -> SplitRange? {
        SplitRange(
          rows.compactMap { split, row in
            row[keyPath: figure].map { End(value: $0, ci95: row[keyPath: interval], split: split) }
          })
      }
      errorPoints = range(\.errorPoints, \.errorPointsCI95)
      ratio = range(\.ratio, \.ratioCI95)
      f1 = range(\.f1, \.f1CI95)
      falsePerMinute = range(\.falsePerMinute, \.falsePerMinuteCI95)
      offScreenScrollPointsPerMinute = range(\.offScreenScrollPointsPerMinute, \.offScreenScrollPointsPerMinuteCI95)
    }
  }

  /// The comparison under each of the splits, on people with the same random draws. If several draws are pooled, each
  /// split has draws of its own, so that a range over splits is one over people and phones too.
  func varied(over splits: [ErrorSplit]) throws -> [GazeComparison] {
    try splits.enumerated().map { index, split in
      var comparison = self
      if draws.count > 1 {
        comparison.draws = (index * draws.count)..<((index + 1) * draws.count)
      } else {
        // A tracker without errors has none that a split could divide.
        comparison.arms.removeAll(where: \.isIdeal)
      }
      comparison.run.simulation.preset = try split.preset()
      comparison.run.recordsTracks = false
      return comparison
    }
  }

  /// Every row's ranges over splits, in the rows' order.
  static func ranges(_ splits: [ErrorSplit], _ rows: [[Row]]) -> [SplitRow] {
    guard let first = rows.first else { return [] }
    return first.indices.map { place in SplitRow(zip(splits, rows).map { ($0.name, $1[place]) }) }
  }
}
