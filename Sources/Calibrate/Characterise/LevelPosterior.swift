import GazeMetrics
import GazePipeline

/// Posterior of one positive parameter on levels that are equally far apart on the logarithmic scale or nearly so. A
/// level represents the interval that ends half-way to its neighbours on that scale.
struct LevelPosterior: Sendable {
  private let levels: [(level: Double, weight: Double)]
  private let logs: [Double]

  /// A posterior of weights by level; the weights add up to 1.
  init(_ weights: [Double: Double]) {
    levels = weights.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    logs = levels.map { Elementary.log($0.level) }
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
        return Elementary.exp(edge(i) + part * (edge(i + 1) - edge(i)))
      }
      below += level.weight
    }
    return Elementary.exp(edge(levels.count))
  }

  /// Median and central 95 %.
  var figure: ResponseFit.Figure {
    ResponseFit.Figure(value: quantile(0.5), interval: ConfidenceInterval(quantile(0.025), quantile(0.975)))
  }

  /// Weights of the lowest and of the highest level as multiples of the largest weight: 1 means that the data do not
  /// bound the parameter on this side.
  var ends: (low: Double, high: Double) {
    let most = levels.reduce(0) { max($0, $1.weight) }
    guard let first = levels.first, let last = levels.last, most > 0 else { return (1, 1) }
    return (first.weight / most, last.weight / most)
  }
}
