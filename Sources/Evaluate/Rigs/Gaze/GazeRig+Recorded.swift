import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Inspection

extension GazeRig {
  /// Everything that runs beside a pointer.
  static let pipelineCompanions = PipelineCompanions<GazeRig>(
    earlierSession: { GazeRig.learn($0, $1) }, runObserver: { GazeRig.runObserver($0) },
    recordingObserver: { run, header, path in
      for (recentre, _) in run.choices { try RecordedEvidence.check(header, recentre, path: path) }
      let observer = GazeRecordingObserver(run, header, path)
      return RecordingObserver(
        trials: { setup, participant in observer.dummies(setup, participant) },
        observe: observer.isAwake ? { observer.observe($0, $1, $2) } : nil, end: { try observer.end(&$0, $1) })
    })
}

/// Observers of a recording of gaze beside the pipelines: the doctor, the trace for a page, and what recentring and the
/// trigger's signs need as evidence.
private final class GazeRecordingObserver {
  private let header: RecordingHeader, path: String
  private let limits: [AccuracyGate]
  private let draws: Bool, asks: Bool
  private var evidence = RecordedEvidence()
  private var doctor: Doctor?
  private var traceBuilders: [Int: TraceBuilder]

  init(_ run: RecordedRun<GazeRig>, _ header: RecordingHeader, _ path: String) {
    (self.header, self.path, limits, draws, traceBuilders) = (
      header, path, run.limits, run.recordsTraces, run.traceBuilders
    )
    asks = run.choices.contains { $0.recentre != .none || $0.rule != nil }
    if run.runsDoctor { doctor = Doctor(header: header, path: path, profile: run.profile) }
  }

  /// False if nothing of the frames is of interest.
  var isAwake: Bool { draws || asks || doctor != nil }

  /// Trials of the dummies that could meet the limits.
  func dummies(_ setup: Setup, _ participant: Int) -> [GazeRig.AnyTrial] {
    LimitsCheck.knownDummies(limits).map { dummy in
      PersonTrial(
        DummyPipeline(dummy, at: setup.screen.points / 2), participant: participant, geometry: setup.screen,
        reference: setup.reference, rate: setup.header.rate)
    }
  }

  func observe(_ frame: RecordedFrame, _ number: Int, _ outputs: [PointerOutput]) {
    if asks { evidence.add(frame.observation) }
    doctor?.add(frame.observation)
    if draws { keepTrace(frame, outputs[0], of: number) }
  }

  /// Keeps the course of gaze and pointer for the page.
  private func keepTrace(_ frame: RecordedFrame, _ output: PointerOutput, of number: Int) {
    if traceBuilders[number] == nil, traceBuilders.count < TraceSampling.mostPeople {
      let isFailing = header.truth?.people.first { $0.participant == frame.observation.participant }?.failing ?? false
      traceBuilders[number] = TraceBuilder(
        TraceSampling(recordedAt: header.rate), participant: number, isFailing: isFailing, hasFront: true)
    }
    if traceBuilders[number]?.isOpen == false {
      traceBuilders[number]?.begin(header.scenario, hasTargets: frame.observation.scenarioTarget != nil)
    }
    traceBuilders[number]?.add(frame, [output])
  }

  /// - Throws: an error for a recording without faces, without the evidence that a choice needs, or with frames whose
  ///   times do not agree with the header's rate.
  func end(_ run: inout RecordedRun<GazeRig>, _ people: [(number: Int, results: [PersonResult])]) throws {
    for (recentre, rule) in asks ? run.choices : [] {
      try evidence.check(recentre, rule?.trigger(inPlaceOf: run.setup(header).trigger), path: path)
    }
    if doctor?.isFaceless == true, run.judged.contains(where: { !$0.engine.isRecorded }) {
      throw FileError(
        path: path, field: "face",
        message: "no frame has a face, only a pointer, so a pipeline has nothing to work on; judge the pointer with "
          + "'gazesim evaluate --pipeline recorded'")
    }
    run.faults += doctor?.faults(.judging) ?? []
    for (_, results) in people { try results.first?.check(rate: header.rate, path: path) }
    for number in traceBuilders.keys where traceBuilders[number]?.isOpen == true { traceBuilders[number]?.end() }
    // No more traces are kept, since traces of further recordings would make the page too large.
    if traceBuilders.values.reduce(0, { $0 + $1.samples }) > TraceSampling.mostSamples { run.recordsTraces = false }
    run.traceBuilders = traceBuilders
  }
}

extension RecordedRun where R == GazeRig {
  /// Recentring and trigger of the pipelines.
  fileprivate var choices: [(recentre: RecentreChoice, rule: ScrollRule?)] {
    [(options.recentre, options.trigger)] + others.map { ($0.recentre ?? .none, $0.trigger) }
  }
}

/// Evidence for recentring and for the trigger's signs that a recording of gaze holds.
struct RecordedEvidence {
  private var hasPage = false, hasTap = false, hasDot = false, hasShapes = false

  /// Nothing seen yet.
  init() {}

  /// Takes in a frame.
  mutating func add(_ observation: RecordedFrame.Observation) {
    let app = observation.app
    if app.page != nil { hasPage = true }
    if app.tap != nil { hasTap = true }
    if app.dot != nil { hasDot = true }
    if observation.frame.blendShapes != nil { hasShapes = true }
  }

  /// Refuses a recording whose header lacks the lines that recentring by reading needs, for everybody or for one
  /// person.
  static func check(_ header: RecordingHeader, _ choice: RecentreChoice, path: String) throws(FileError) {
    guard choice == .x || choice == .reading else { return }
    let pages = Dictionary(header.pages.map { ($0.participant, $0.lines.isEmpty) }) { first, _ in first }
    let lacking = (0..<header.participants).first { pages[$0] ?? header.lines.isEmpty }
    let isNowhere = header.lines.isEmpty && pages.values.allSatisfy { $0 }
    guard isNowhere || lacking != nil else { return }
    throw FileError(
      path: path, field: isNowhere ? "lines" : "pages",
      message: (isNowhere ? "is missing" : "has no lines of participant \(lacking ?? 0)")
        + ", so reading cannot recentre the pointer (--recentre \(choice.rawValue)); an app states its page's lines in "
        + "the header")
  }

  /// Refuses a recording whose frames lack what a choice of recentring, or a trigger, needs.
  func check(_ choice: RecentreChoice, _ trigger: ScrollTrigger.Settings?, path: String) throws(FileError) {
    let missing: (field: String, what: String)? =
      switch choice {
      case .none: nil
      case .dot: hasDot ? nil : ("dot", "a dot that the app showed for recentring")
      case .tap15: hasTap ? nil : ("tap", "a tap on the content")
      case .x, .reading: hasPage ? nil : ("page", "the page's offset, which places its lines on the screen")
      }
    if let missing {
      throw FileError(
        path: path, field: missing.field,
        message: "no frame holds \(missing.what), so --recentre \(choice.rawValue) has nothing to learn from")
    }
    if let trigger, trigger.needsBlendShapes, !hasShapes {
      throw FileError(
        path: path, field: "blendShapes",
        message: "no frame holds ARKit's facial coefficients, so --trigger \(trigger.rule.rawValue) cannot see a sign; "
          + "record them, or choose edge or below")
    }
  }
}
