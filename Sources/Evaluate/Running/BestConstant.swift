import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

extension EvaluationRun {
  /// For each of several runs that differ in pipeline alone, the constant that serves these people best on the very frames
  /// they are judged by. Each person's frames are made once.
  static func bestConstants(
    _ runs: [EvaluationRun], jobs: Int, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> [SIMD2<Double>] {
    guard let first = runs.first else { return [] }
    let everybody = try await mapInParallel(count: first.simulation.participants, jobs: jobs) { participant in
      defer { progress(participant) }
      guard !first.simulation.person(participant).isFailing else { return runs.map { _ in [SIMD2<Double>]() } }
      return samples(runs, participant, runs.map { $0.setup(participant).setup })
    }
    return runs.indices.map { index in ConstantOffset(people: everybody.map { $0[index] }).best }
  }

  /// One person's pointer − gaze, a few a second, in the scenarios that the pointer is judged by: those with targets,
  /// all where there are none.
  ///
  /// A page that the pipeline itself moves would be another page with another constant, so people are looked at with the
  /// page as they wish it.
  func samples(_ participant: Int, _ setup: PipelineName.Setup) -> [SIMD2<Double>] {
    Self.samples([self], participant, [setup]).first ?? []
  }

  private static func samples(
    _ runs: [EvaluationRun], _ participant: Int, _ setups: [PipelineName.Setup]
  ) -> [[SIMD2<Double>]] {
    guard let first = runs.first else { return [] }
    let shown = first.scenarios.filter(\.hasTargets)
    var errors = runs.map { _ in [SIMD2<Double>]() }
    for scenario in shown.isEmpty ? first.scenarios : shown {
      var task = first.simulation(of: scenario)
      task.loop = "open"
      var samplers = zip(runs, setups).map { run, setup -> any Sampler in
        let pipeline = run.pipeline.pipeline(setup)
        return sampler(of: pipeline)
      }
      for frame in task.frames(participant: participant) {
        for index in samplers.indices { samplers[index].take(frame) }
      }
      for index in samplers.indices { errors[index] += samplers[index].errors }
    }
    return errors
  }
}

/// Pointer − true gaze in points, five a second: what an offset is chosen from.
private protocol Sampler {
  var errors: [SIMD2<Double>] { get }
  mutating func take(_ frame: RecordedFrame)
}

private struct PipelineSampler<Pipeline: PointerPipeline>: Sampler {
  var pipeline: Pipeline
  var errors: [SIMD2<Double>] = []
  private var next = 0.0

  init(_ pipeline: Pipeline) { self.pipeline = pipeline }

  mutating func take(_ frame: RecordedFrame) {
    let output = pipeline.step(frame.observation.frame)
    guard frame.observation.frame.time >= next, frame.truth?.state != .blink, output.rawPointer != nil,
      let pointer = output.pointer, let gaze = frame.truth?.gaze
    else { return }
    errors.append(pointer - gaze)
    next = frame.observation.frame.time + 0.2
  }
}

private func sampler<Pipeline: PointerPipeline>(of pipeline: Pipeline) -> any Sampler { PipelineSampler(pipeline) }
