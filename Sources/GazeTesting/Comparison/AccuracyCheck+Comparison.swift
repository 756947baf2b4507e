import GazeMetrics
public import GazePipeline
import GazeRecording
import GazeSimulation

extension AccuracyCheck {
  /// Compares a pipeline with another one, such as `standard`, on the same simulated people:
  ///
  ///     let standard = try StandardPipeline(device: "iphone12mini")
  ///     let comparison = try check.compare([.pointerErrorPointsMedian], to: { _ in standard }) {
  ///       MyPipeline(screen: $0.screen)
  ///     }
  ///     #expect(comparison.verdict == .pass, "\(comparison)")
  ///
  /// Differences between people cancel, so that fewer people are needed than for a limit: 8 at least, 20 as a rule. In
  /// an open loop both pipelines see the same frames; in a closed loop each person has a page for each pipeline.
  ///
  /// - Parameters:
  ///   - metrics: metrics to compare.
  ///   - margin: share by which each of them may be worse, 0.05 for 5 %.
  ///   - other: makes each person's pipeline with which the own one is compared.
  ///   - pipeline: makes each person's own pipeline.
  /// - Throws: `SimulationError` for an invalid simulation, `ComparisonError` without a metric or for an invalid
  ///   margin, `LimitsError` for a metric of scrolling if nobody is asked to scroll.
  public func compare<Pipeline: PointerPipeline, Other: PointerPipeline>(
    _ metrics: [GazeMetricName], margin: Double = 0.05, to other: (Participant) -> Other,
    _ pipeline: (Participant) -> Pipeline
  ) throws -> PipelineComparison {
    try validate()
    try LimitsCheck.checkMeasured(metrics.map { AccuracyGate($0, atMost: 0) }, in: [simulation.scenario])
    let people = (0..<simulation.participants).map { person in
      let known = participant(person)
      let trials = [trial(other(known), person), trial(pipeline(known), person)]
      return simulation.loop == "open" ? measured(person, trials) : trials.map { measured(person, [$0])[0] }
    }
    return try PipelineComparison(
      metrics.map(\.metric), margin: margin, with: "the other pipeline", people: people.count, of: .simulated
    ) { metric in
      people.map { (metric.countedPart(of: $0[0]), metric.countedPart(of: $0[1])) }
    }
  }

  /// The figures of all people with a pipeline, to be kept in a file and compared with later versions of the pipeline.
  ///
  /// - Parameters:
  ///   - name: name of the pipeline, for readers of the file.
  ///   - metrics: metrics of the baseline.
  ///   - pipeline: makes each person's own pipeline.
  /// - Throws: `SimulationError` for an invalid simulation, `ComparisonError` without a metric, `LimitsError` for a
  ///   metric of scrolling if nobody is asked to scroll.
  public func baseline<Pipeline: PointerPipeline>(
    of name: String, _ metrics: [GazeMetricName], _ pipeline: (Participant) -> Pipeline
  ) throws -> AccuracyBaseline {
    try validate()
    guard !metrics.isEmpty else { throw ComparisonError.noMetrics }
    try LimitsCheck.checkMeasured(metrics.map { AccuracyGate($0, atMost: 0) }, in: [simulation.scenario])
    let people = try results(pipeline)
    let counted = people.filter { !$0.isFailing }
    let facts = Baseline.Facts(
      pipeline: name, smoothing: "its own", deviceCalibration: "profile", personCalibration: "none",
      noise: simulation.noise)
    return AccuracyBaseline(
      Baseline(
        ScenarioConditions(simulation), facts, isFailing: people.map(\.isFailing), metrics: metrics.map(\.metric),
        estimate: { $0.estimate(counted) }, part: { $0.countedPart(of: people[$1]) }))
  }

  /// Compares a pipeline with a baseline on the same simulated people. If the baseline has fewer people than the
  /// simulation, or the other way round, those in both are compared.
  ///
  /// - Parameters:
  ///   - metrics: metrics to compare; nil takes all of the baseline.
  ///   - margin: share by which each of them may be worse, 0.05 for 5 %.
  ///   - baseline: the accepted results.
  ///   - pipeline: makes each person's own pipeline.
  /// - Throws: `SimulationError` for an invalid simulation, `ComparisonError` for a baseline of other people, for a
  ///   metric that it does not have, or for an invalid margin, `OutdatedMetricError` for a metric whose definition has
  ///   changed since.
  public func compare<Pipeline: PointerPipeline>(
    _ metrics: [GazeMetricName]? = nil, margin: Double = 0.05, to baseline: AccuracyBaseline,
    _ pipeline: (Participant) -> Pipeline
  ) throws -> PipelineComparison {
    try validate()
    let accepted = baseline.baseline
    let differences = accepted.conditions.differences(from: ScenarioConditions(simulation))
    guard differences.isEmpty else { throw ComparisonError.otherConditions(differences: differences) }
    var compared: [GazeMetric] = []
    for name in metrics?.map(\.rawValue) ?? accepted.metrics {
      guard accepted.figures[name] != nil else {
        throw ComparisonError.notInBaseline(metric: name, known: accepted.metrics)
      }
      let metric = try GazeMetric.named(name)
      if let outdated = accepted.outdated(metric) { throw outdated }
      compared.append(metric)
    }
    var check = self
    check.simulation.participants = min(simulation.participants, accepted.people.count)
    let people = try check.results(pipeline)
    return try PipelineComparison(
      compared, margin: margin, with: "the baseline of \(accepted.facts.pipeline)", people: people.count,
      of: .simulated
    ) { metric in
      zip(accepted.parts(metric.name, people.count), people).map { ($0, metric.countedPart(of: $1)) }
    }
  }
}

extension PeopleMetric {
  /// A person's part of the metric; zero if the sensor fails for the person.
  func countedPart(of person: Person) -> PeopleEstimate.Part { person.isFailing ? .init(0, 0) : part(of: person) }
}

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
