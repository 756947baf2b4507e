public import GazeMetrics

extension AccuracyGate {
  /// A largest value of a metric.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - limit: the limit, in the metric's unit.
  ///   - version: the version of the metric for which the limit was set; other versions are refused, so a test with a
  ///     version fails when a new release defines the metric differently. nil takes the present version.
  public init(_ metric: GazeMetricName, atMost limit: Double, version: Int? = nil) {
    self.init(metric: metric.rawValue, limit: limit, direction: .max, version: version ?? metric.metric.version)
  }

  /// A smallest value of a metric, for metrics of which large values are good, such as `scroll.f1`.
  ///
  /// - Parameters:
  ///   - metric: the metric.
  ///   - limit: the limit, in the metric's unit.
  ///   - version: the version of the metric for which the limit was set; other versions are refused, so a test with a
  ///     version fails when a new release defines the metric differently. nil takes the present version.
  public init(_ metric: GazeMetricName, atLeast limit: Double, version: Int? = nil) {
    self.init(metric: metric.rawValue, limit: limit, direction: .min, version: version ?? metric.metric.version)
  }
}
