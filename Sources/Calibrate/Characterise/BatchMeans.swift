import GazeMetrics

/// Mean and standard deviation of a series whose samples depend on their neighbours, in bounded memory.
///
/// Samples are averaged in batches. Whenever 32 batches are full, neighbours merge, so that there are always 16 to 32
/// batches and each is as long as the series allows. The scatter of the batches then gives the mean's standard error
/// for any correlation within them (Conway 1963).
struct BatchMeans: Sendable {
  private static let most = 32
  private(set) var means: [Double] = []
  private var length = 1
  private var open = 0.0
  private var openCount = 0
  private(set) var count = 0
  private(set) var mean = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    let delta = value - mean
    mean += delta / Double(count)
    squares += delta * (value - mean)
    open += value
    openCount += 1
    guard openCount == length else { return }
    means.append(open / Double(length))
    (open, openCount) = (0, 0)
    guard means.count == Self.most else { return }
    means = stride(from: 0, to: Self.most, by: 2).map { (means[$0] + means[$0 + 1]) / 2 }
    length *= 2
  }

  /// Standard deviation of the samples; nil with fewer than two.
  var standardDeviation: Double? { count > 1 ? (squares / Double(count - 1)).squareRoot() : nil }

  /// Interval of the mean, by Student's t over the batches; nil with fewer than two.
  ///
  /// - Parameters:
  ///   - kind: the scale on which the interval is formed.
  ///   - resolution: lower bound of the interval's half-width: the resolution of the data.
  func interval(of kind: CharacteristicKind = .free, resolution: Double = 0) -> ConfidenceInterval? {
    guard means.count > 1 else { return nil }
    let n = Double(means.count)
    let middle = means.reduce(0, +) / n
    let variance = means.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / (n - 1)
    let half = max(GSL.studentQuantile(0.975, freedom: n - 1) * (variance / n).squareRoot(), resolution)
    return kind.interval(mean, half: half)
  }
}
