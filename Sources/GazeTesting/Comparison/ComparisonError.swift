public import PortableFoundation

/// Reason why two pipelines cannot be compared.
public enum ComparisonError: Error, Sendable, Equatable {
  /// No metric was given.
  case noMetrics
  /// A margin that is negative, infinite or no number.
  case margin(Double)
  /// A baseline of other people, another phone or scenario, or another simulator.
  ///
  /// - Parameter differences: the differences, each with both values.
  case otherConditions(differences: [String])
  /// A metric that the baseline does not have.
  case notInBaseline(metric: String, known: [String])
}

extension ComparisonError: CustomStringConvertible {
  /// The fault and the remedy, in a sentence.
  public var description: String {
    switch self {
    case .noMetrics:
      "there is no metric, so nothing would be compared; give at least one, such as .pointerErrorPointsMedian"
    case .margin(let margin):
      "margin = \(margin): expected a share of at least 0, such as 0.05 for 5 %"
    case .otherConditions(let differences):
      "the baseline is of other people or another simulator: \(differences.joined(separator: "; ")); simulate the same "
        + "people, or write a new baseline"
    case .notInBaseline(let metric, let known):
      "the baseline has no \(metric), only \(known.joined(separator: ", ")); write a new baseline with it"
    }
  }
}

extension ComparisonError: LocalizedError {
  /// The sentence, for code that prints `localizedDescription`.
  public var errorDescription: String? { description }
}
