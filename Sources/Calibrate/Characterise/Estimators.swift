import GazeMetrics
import GazePipeline
private import PortableFoundation

/// Mean and standard deviation of a series whose samples depend on their neighbours, in bounded memory.
///
/// Samples are averaged in batches. Whenever 32 batches are full, neighbours merge, so that there are always 16 to 32
/// batches and each is as long as the series allows. The scatter of the batches then gives the mean's standard error
/// for any correlation within them (Conway 1963).
struct BatchMeans {
  private static let mostBatches = 32
  private(set) var means: [Double] = []
  private var length = 1
  private var openSum = 0.0
  private var openCount = 0
  private(set) var count = 0, mean = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    guard value.isFinite else { return }
    count += 1
    let delta = value - mean
    mean += delta / Double(count)
    squares += delta * (value - mean)
    openSum += value
    openCount += 1
    guard openCount == length else { return }
    means.append(openSum / Double(length))
    (openSum, openCount) = (0, 0)
    guard means.count == Self.mostBatches else { return }
    means = stride(from: 0, to: Self.mostBatches, by: 2).map { (means[$0] + means[$0 + 1]) / 2 }
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
    let variance = means.sum { ($0 - middle) * ($0 - middle) } / (n - 1)
    let half = max(Distributions.studentQuantile(0.975, freedom: n - 1) * (variance / n).squareRoot(), resolution)
    return kind.interval(mean, half: half)
  }
}

/// Log-normal lengths of events: their median and the standard deviation of their logarithm.
struct LogNormalTally {
  private(set) var count = 0
  private var mean = 0.0
  private var squares = 0.0

  /// Adds a length; ignores lengths that are not positive and finite.
  mutating func add(_ length: Double) {
    guard length > 0, length.isFinite else { return }
    count += 1
    let delta = log(length) - mean
    mean += delta / Double(count)
    squares += delta * (log(length) - mean)
  }

  /// Median, e^mean, with its interval by Student's t on the logarithms; nil without a length.
  var median: Figure? {
    guard count > 0 else { return nil }
    let half = spread.map {
      Distributions.studentQuantile(0.975, freedom: Double(count - 1)) * $0.value / Double(count).squareRoot()
    }
    return Figure(
      value: exp(mean),
      interval: half.flatMap { ConfidenceInterval(exp(mean - $0), exp(mean + $0)) })
  }

  /// Standard deviation of the logarithms, with its interval by χ²; nil with fewer than two lengths.
  var spread: Figure? {
    guard count > 1 else { return nil }
    let freedom = Double(count - 1)
    func end(_ p: Double) -> Double {
      (squares / Distributions.chiSquareQuantile(p, freedom: freedom)).squareRoot()
    }
    return Figure(value: (squares / freedom).squareRoot(), interval: ConfidenceInterval(end(0.975), end(0.025)))
  }
}

/// Posterior of one positive parameter on levels that are equally far apart on the logarithmic scale or nearly so. A
/// level represents the interval that ends half-way to its neighbours on that scale.
struct LevelPosterior {
  private let levels: [(level: Double, weight: Double)]
  private let logs: [Double]

  /// A posterior of weights by level; the weights add up to 1.
  init(_ weights: [Double: Double]) {
    levels = weights.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    logs = levels.map { log($0.level) }
  }

  private func edge(_ i: Int) -> Double {
    if logs.count == 1 { return logs[0] }
    if i == 0 { return logs[0] - (logs[1] - logs[0]) / 2 }
    if i == logs.count { return logs[i - 1] + (logs[i - 1] - logs[i - 2]) / 2 }
    return (logs[i - 1] + logs[i]) / 2
  }

  /// The value below which the parameter lies with probability `p`, interpolated within a level.
  func quantile(_ p: Double) -> Double {
    var below = 0.0
    for (i, level) in levels.enumerated() {
      if below + level.weight >= p {
        let part = level.weight > 0 ? (p - below) / level.weight : 0
        return exp(edge(i) + part * (edge(i + 1) - edge(i)))
      }
      below += level.weight
    }
    return exp(edge(levels.count))
  }

  var figure: Figure {
    Figure(value: quantile(0.5), interval: ConfidenceInterval(quantile(0.025), quantile(0.975)))
  }

  /// Weights of the lowest and of the highest level as multiples of the largest weight: 1 means that the data do not
  /// bound the parameter on this side.
  var ends: (low: Double, high: Double) {
    let most = levels.reduce(0) { max($0, $1.weight) }
    guard let first = levels.first, let last = levels.last, most > 0 else { return (1, 1) }
    return (first.weight / most, last.weight / most)
  }
}
