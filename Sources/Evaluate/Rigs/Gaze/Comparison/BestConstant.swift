import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import PortableFoundation

extension Run where R == GazeRig {
  /// Finds, for each of several runs that differ only in the pipeline, the constant that is best for these people on
  /// the same frames by which they are judged. Each person's frames are simulated only once for all runs.
  static func bestConstants(
    _ runs: [Run], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [Vector2] {
    guard let first = runs.first else { return [] }
    let everybody = try await mapInParallel(count: first.participants, jobs: jobs, progress: progress) { participant in
      guard !first.simulation.person(participant).isFailing else { return runs.map { _ in [Vector2]() } }
      return samples(runs, participant, runs.map { GazeRig.learn($0, participant) })
    }
    return runs.indices.map { index in ConstantOffset(people: everybody.map { $0[index] }).best }
  }

  /// One person's differences pointer − gaze, five per second, in the scenarios that judge the pointer: those with
  /// targets, or all scenarios if none has targets.
  ///
  /// If the pipeline moved the page, the page's movement would depend on the constant. So these samples come from a
  /// page that follows the person's intents.
  func samples(_ participant: Int, _ learned: EarlierSession) -> [Vector2] {
    Self.samples([self], participant, [learned]).first ?? []
  }

  private static func samples(_ runs: [Run], _ participant: Int, _ learned: [EarlierSession]) -> [[Vector2]] {
    guard let first = runs.first else { return [] }
    let shown = first.scenarios.filter(\.hasTargets)
    var errors = runs.map { _ in [Vector2]() }
    for scenario in shown.isEmpty ? first.scenarios : shown {
      var task = first.simulation(of: scenario)
      task.loop = "open"
      var take = SimulatedTake(task, participant: participant)
      let lines = take.header.lines
      let samplers = zip(runs, learned).map { run, learned in
        var setup = run.setup
        setup.earlierSession = learned
        setup.header.lines = lines
        return PointerSampler(pipeline: run.pipeline.pointer(setup))
      }
      for (index, more) in TrialDriver.results(&take, samplers).enumerated() { errors[index] += more }
    }
    return errors
  }
}

/// Samples of pointer − true gaze in points, five a second, for the choice of an offset.
private struct PointerSampler: Trial {
  var pipeline: any PointerPipeline
  private var errors: [Vector2] = []
  private var next = 0.0

  init(pipeline: any PointerPipeline) { self.pipeline = pipeline }

  mutating func step(_ frame: RecordedFrame) -> PointerOutput {
    let output = pipeline.step(frame.observation.frame, frame.observation.app.context)
    guard frame.observation.frame.time >= next, frame.truth?.state != .blink, output.rawPointer != nil,
      let pointer = output.pointer, let gaze = frame.truth?.gaze
    else { return output }
    errors.append(pointer - gaze)
    next = frame.observation.frame.time + 0.2
    return output
  }

  mutating func finish() -> [Vector2] { errors }
}

/// The pipeline `standard` with a constant added to its pointer, as if the person had been calibrated again: its scroll
/// trigger sees the moved pointer.
///
/// Every smoothing moves a constant unchanged, so that the constant may be added after it.
struct ShiftedStandardPipeline: PointerPipeline {
  private var base: StandardPipeline
  private let shift: Vector2
  private var trigger: ScrollTrigger

  /// - Parameter shift: the constant, points.
  init(_ base: StandardPipeline, by shift: Vector2, trigger: ScrollTrigger.Settings) {
    self.base = base
    self.shift = shift
    self.trigger = ScrollTrigger(trigger)
  }

  mutating func step(_ frame: FaceFrame) -> PointerOutput { step(frame, AppContext()) }

  mutating func step(_ frame: FaceFrame, _ app: AppContext) -> PointerOutput {
    var output = base.step(frame, app)
    output.pointer = output.pointer.map { $0 + shift }
    output.rawPointer = output.rawPointer.map { $0 + shift }
    output.scroll = trigger.step(
      pointer: output.rawPointer == nil ? nil : output.pointer, window: base.geometry.points, at: frame.time,
      face: frame)
    output.armed = trigger.armed
    return output
  }
}
