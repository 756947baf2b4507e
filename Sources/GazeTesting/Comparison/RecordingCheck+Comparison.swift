import GazeMetrics
public import GazePipeline

extension RecordingCheck {
  /// Compares a pipeline with another one, such as `standard`, on the same recorded people:
  ///
  ///     let comparison = try check.compare(
  ///       [.pointerTargetErrorPointsMedian], to: { StandardPipeline(check.profile, screen: $0.screen) }
  ///     ) { MyPipeline(screen: $0.screen) }
  ///
  /// Nothing is known about people who were not recorded, so a verdict takes 44 people; with fewer the comparison is
  /// inconclusive and states both values.
  ///
  /// - Parameters:
  ///   - metrics: metrics to compare.
  ///   - margin: share by which each of them may be worse, 0.05 for 5 %.
  ///   - other: makes the pipeline with which the own one is compared, for each person in each recording.
  ///   - pipeline: makes the own pipeline, for each person in each recording.
  /// - Throws: `FileError` for a file that is no valid recording, `RecordingCheckError` for recordings or metrics that
  ///   cannot be judged, `LimitsError` for a metric of scrolling if nobody is known to want to scroll,
  ///   `ComparisonError` without a metric or for an invalid margin.
  public func compare<Pipeline: PointerPipeline, Other: PointerPipeline>(
    _ metrics: [GazeMetricName], margin: Double = 0.05, to other: (Take) -> Other, _ pipeline: (Take) -> Pipeline
  ) throws -> PipelineComparison {
    let run = try RecordedTrials(paths, profile) { take, reference in
      [Self.trial(other(take), take, reference), Self.trial(pipeline(take), take, reference)]
    }
    try run.check(metrics.map(\.rawValue))
    let (before, after) = (run.people(0), run.people(1))
    return try PipelineComparison(
      metrics.map(\.metric), margin: margin, with: "the other pipeline", people: run.count, of: .recorded
    ) { metric in
      zip(before, after).map {
        (metric.countedPart(of: $0.person(for: metric)), metric.countedPart(of: $1.person(for: metric)))
      }
    }
  }
}
