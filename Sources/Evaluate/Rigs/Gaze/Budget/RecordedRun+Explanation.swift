import GazePipeline
import GazeSimulation
import GazeTesting

extension RecordedRun where R == GazeRig {
  /// Adds the pipelines that run beside the judged one for an explanation: the same pipeline with other smoothings.
  mutating func addSmoothings() {
    guard pipeline.choosesSmoothing else { return }
    let setup = Setup(upright: profile, smoothing: options.smoothing ?? calibration?.gaze?.smoothing.value)
    others = Smoothing.others(than: setup.smoothing).map {
      PipelineVariant(pipeline, smoothing: NamedSmoothing(name: $0.name, value: $0.smoothing))
    }
  }

  /// The causes of the error in these recordings, and the error with the changes that can be computed on them.
  ///
  /// - Throws: an error if nothing in the recordings can be judged.
  func explanation(path: String) throws -> Explanation {
    try R.check(self, path: path)
    let subject = ReportSubject(self)
    let isTruth = subject.comparedWith == ErrorReference.truth.rawValue
    let metric = try GazeMetric.named(isTruth ? "pointer.errorPoints.median" : "pointer.targetErrorPoints.median")
    let people = people(0).map(\.pointer)
    let works = people.indices.filter { !people[$0].isFailing }
    let parts = works.map { metric.part(of: people[$0]) }
    let budget = ErrorBudget(works.map { people[$0] })
    let remedies = others.enumerated().map { index, other in
      let changed = self.people(index + 1)
      return Remedy(
        Remedy.smoothing + (other.smoothing?.name ?? ""),
        pairs: zip(works, parts).map { ($0.1, metric.part(of: changed[$0.0].pointer)) }, metric)
    }
    return Explanation(
      subject, budget, errorPointsMedian: metric.mean(parts),
      (budget.map { [Remedy.onTheSameFrames($0)] } ?? []) + [Remedy.unknown] + Remedy.joiningSmoothings(remedies),
      people: works.map { people[$0] }, participants: people.count, repeats: nil,
      recordingFaults: isExamined ? faults : nil)
  }
}

extension Remedy {
  /// The best offset and gain of each person, found on the samples that are judged.
  static func onTheSameFrames(_ budget: ErrorBudget) -> Remedy {
    let share = budget.meanSquareDegrees2 > 0 ? budget.withoutPersonDegrees2 / budget.meanSquareDegrees2 : 1
    return Remedy(
      name: "each person's best offset and gain", errorPointsMedian: nil, change: share.squareRoot() - 1, ci95: nil,
      reason: "same frames: flatters")
  }

  static let unknown = Remedy(
    name: atStart, errorPointsMedian: nil, change: nil, ci95: nil,
    reason: "record five points first")
}
