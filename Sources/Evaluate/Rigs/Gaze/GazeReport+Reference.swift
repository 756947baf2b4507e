import GazePipeline
import GazeSimulation
import GazeTesting

/// The reference of the errors (true gaze or shown target), and the differences between the two references, in words
/// that all formats use.
extension Report<GazeRig> {
  /// The figure of a metric; nil if the report does not contain the metric.
  func figure(_ name: GazeMetricName) -> ReportFigure? { figure(name.rawValue) }

  /// The value of a metric; nil if the report does not contain it, or if it could not be computed.
  func value(_ name: GazeMetricName) -> Double? { value(name.rawValue) }

  /// The reference of the errors that the report shows first: the true gaze, or the shown target.
  var against: ErrorReference { ErrorReference(rawValue: self.comparedWith) ?? .truth }

  /// Prefix of the names of the error metrics that the report shows first; a unit and a statistic complete a name:
  /// `pointer.error` + `Points.median`.
  var errorsName: String { against == .truth ? "pointer.error" : "pointer.targetError" }

  /// The reference in words.
  var errorsPlace: String { against == .truth ? "to the true gaze" : "to the shown target" }

  /// Sentences on the difference between the errors to the true gaze and to the shown target.
  var errorsNote: [String] {
    let target = "from \(SettlingDetector.afterOnset) s after it came, the eyes' own landing error included"
    switch against {
    case .truth:
      let all = [
        "To the true gaze: all samples, saccades included; at rest: from \(SettlingDetector.afterSaccade) s after a "
          + "saccade or a blink."
      ]
      guard self.pointer.samples.target > 0 else { return all }
      return all + ["To the shown target: \(target); a phone's recording has only this error."]
    case .target:
      return [
        "To the shown target: \(target).",
        "The true gaze is unknown here. Errors to it are other figures: they leave out the eyes' own landing error, "
          + "include the samples on the way to a target, and leave out people for whom tracking fails. Blinks are "
          + "those that the lids show.",
      ]
    }
  }

  /// Shares of the frames that count in no error, by reason; each frame counts under the first reason that applies.
  /// Empty if no frame was left out.
  var leftOutShares: [(reason: String, share: Double)] {
    let left = self.pointer.samples.leftOut
    let compared = against == .truth ? self.pointer.samples.all : self.pointer.samples.settled
    let frames = compared + left.unsettled + left.blinks + left.offScreen + left.withoutPointer
    let reasons = [
      ("no settled target", left.unsettled), ("lids closed", left.blinks), ("gaze off the screen", left.offScreen),
      ("no pointer", left.withoutPointer),
    ]
    return reasons.filter { $0.1 > 0 }.map { (reason: $0.0, share: Double($0.1) / Double(frames)) }
  }
}

extension Report<GazeRig> {
  /// Attaches the traces that a run has kept for its page, if it has kept any.
  mutating func attach(_ records: [PersonTrace], of run: Run<GazeRig>) {
    guard let recording = TraceCollector([run]), !records.isEmpty else { return }
    let front = recording.points(records)
    findings.front = front.nonEmpty
    findings.replay = recording.traces(records, of: run, pipelines: [self.pipeline])
    // A gate may have judged more people than those whose traces were kept.
    findings.replay?.peopleInAll = participants
  }

  /// Attaches the traces of recordings, if they were kept.
  mutating func attach(_ run: RecordedRun<GazeRig>) {
    guard !run.traceBuilders.isEmpty else { return }
    let (setup, rate) = (run.setup(run.headers[0]), run.headers[0].rate)
    let traceBuilders = run.traceBuilders.sorted { $0.key < $1.key }.map(\.value)
    let (smoothing, screen) = (run.pipeline.knownSmoothing(setup.smoothing), setup.screen)
    let bank = LagJitterFront.bank(smoothing)
    let plan = TraceSampling(recordedAt: rate)
    let records = traceBuilders.enumerated().map { index, builder in
      builder.finish(index < TraceSampling.frontPeople ? bank : [], rate: rate, screen: screen)
    }
    let front = LagJitterFront.points(bank, chosen: smoothing, people: records.compactMap(\.front))
    findings.front = front.nonEmpty
    findings.replay = ReplayTraces(
      frameRate: plan.rate, keepsEvery: plan.keepsEvery, peopleInAll: participants, secondsKept: plan.seconds,
      screen: ReplayTraces.Screen(screen), pipelines: [self.pipeline], pages: [], people: records.compactMap(\.person))
  }
}
