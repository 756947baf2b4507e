public import GazeMetrics

extension AccuracyGate {
  /// A largest value of a metric.
  ///
  /// - Parameter version: the version of the metric for which the limit was set; other versions are refused.
  public init(_ metric: GazeMetricName, atMost limit: Double, version: Int = 1) {
    self.init(metric: metric.rawValue, limit: limit, direction: .max, version: version)
  }

  /// A smallest value of a metric, for metrics of which large values are good, such as `scroll.f1`.
  ///
  /// - Parameter version: the version of the metric for which the limit was set; other versions are refused.
  public init(_ metric: GazeMetricName, atLeast limit: Double, version: Int = 1) {
    self.init(metric: metric.rawValue, limit: limit, direction: .min, version: version)
  }
}
