import GazeMetrics
import GazePipeline

/// Log-normal lengths of events: their median and the standard deviation of their logarithm.
struct LogNormalTally: Sendable {
  private(set) var count = 0
  private var mean = 0.0
  private var squares = 0.0

  /// Adds a length; ignores lengths that are not positive and finite.
  mutating func add(_ length: Double) {
    guard length > 0, length.isFinite else { return }
    count += 1
    let delta = Elementary.log(length) - mean
    mean += delta / Double(count)
    squares += delta * (Elementary.log(length) - mean)
  }

  /// Median, e^mean; nil without a length.
  var median: Double? { count > 0 ? Elementary.exp(mean) : nil }

  /// Interval of the median, by Student's t on the logarithms; nil with fewer than two lengths.
  var medianInterval: ConfidenceInterval? {
    guard let spread else { return nil }
    let half = GSL.studentQuantile(0.975, freedom: Double(count - 1)) * spread / Double(count).squareRoot()
    return ConfidenceInterval(Elementary.exp(mean - half), Elementary.exp(mean + half))
  }

  /// Standard deviation of the logarithms; nil with fewer than two lengths.
  var spread: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }

  /// Interval of the spread, by χ²; nil with fewer than two lengths.
  var spreadInterval: ConfidenceInterval? {
    guard count > 1 else { return nil }
    let freedom = Double(count - 1)
    return ConfidenceInterval(
      (squares / GSL.chiSquareQuantile(0.975, freedom: freedom)).squareRoot(),
      (squares / GSL.chiSquareQuantile(0.025, freedom: freedom)).squareRoot())
  }
}
