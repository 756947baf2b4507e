public import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
public import GazeTesting

extension EvaluationRun {
  /// Whether the pipeline's mapping is right, on error-free faces before a phone that is as the app believes it to be. No
  /// person's calibration is in it. Where nothing is declared the pipeline's own claims count.
  public func correctness(claims: PointerClaims? = nil) -> Correctness {
    let setup = PipelineName.Setup(
      geometry: believed, person: .none, smoothing: smoothingInForce,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id, panelPoints: profile.panelPoints)
    return pipeline.correctness(setup, rate: simulation.rate, seed: simulation.seed, claims: claims)
  }

  /// Refuses limits that say nothing: on scrolling where nobody is asked to scroll, and those that a pipeline would keep
  /// which does not look, on these very people.
  ///
  /// - Throws: `UnknownName` for a metric that does not exist, `LimitsFault` with a sentence on what to change.
  public func check(_ limits: [Gate], jobs: Int) async throws {
    guard !limits.isEmpty else { return }
    let check = try LimitsCheck(limits)
    try LimitsCheck.checkMeasured(limits, in: scenarios)
    let takes = check.takes(scenarios.map { simulation(of: $0) })
    let people = try await mapInParallel(count: simulation.participants, jobs: jobs) {
      check.results(on: takes, participant: $0)
    }
    if let fault = check.fault(people) { throw fault }
  }

  /// Adds the correctness stage to what was judged: a gate passes only if it does, too.
  public func complete(_ report: inout Evaluation, claims: PointerClaims?) { report.add(correctness(claims: claims)) }
}

extension PipelineName {
  /// Whether its mapping is right, on error-free faces before a phone that is as the setup has it.
  func correctness(_ setup: Setup, rate: Double, seed: UInt64, claims: PointerClaims?) -> Correctness {
    var setup = setup
    // The stage's screens lie in the camera's own plane.
    (setup.geometry.tilt, setup.geometry.depth) = (.zero, 0)
    return CorrectnessStage(screen: setup.geometry, rate: rate, seed: seed)
      .judge(claims: claims ?? self.claims(setup)) { pipeline(setup) }
  }
}

extension Evaluation {
  /// Shows a correctness stage; a verdict is not `pass` where it fails.
  public mutating func add(_ stage: Correctness) {
    correctness = stage
    if stage.verdict == .fail { verdict = .fail }
  }
}
