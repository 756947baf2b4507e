import Calibrate
import Evaluate
import Foundation
import GazePipeline
import GazeRecording
import GazeTesting
import Profiles
import TestSupport
import Testing

@testable import GazeSimulation

/// Simulated people led by the app's protocol, recorded by the app's recorder, and calibrated from the file.
@Suite struct CalibrationProtocolRunTests {
  private let profile: DeviceProfile
  private let scratch: ScratchFolder

  init() throws {
    profile = try DeviceProfile.mini()
    scratch = try ScratchFolder()
  }

  /// Follows the app's instructions, like a person who sees the numbers change.
  private struct Person {
    private var distance: Double?
    private var turn = SIMD2<Double>.zero
    private var told: CalibrationPrompt?
    private var since = -Double.infinity

    /// The next action; nil to go on as before.
    mutating func hear(_ step: CalibrationProtocol.Step, _ size: SIMD2<Double>, at time: Double) -> Episode? {
      // The person corrects the pose once a second while the instruction stays the same.
      let isSame = Self.isSame(told, step.prompt)
      if step.prompt == .look {
        defer { told = .look }
        guard let target = step.target, told != .look || target != shown else { return nil }
        shown = target
        return episode(at: target, isTarget: true)
      }
      guard !isSame || time - since > 1.5 else { return nil }
      (told, since) = (step.prompt, time)
      switch step.prompt {
      case .comeCloser(let to, let from), .goFurther(let to, let from): distance = (distance ?? from) + to - from
      case .turnHead(let way, let degrees):
        let angle = (degrees + (isSame ? 3 : 0)) * .pi / 180
        turn =
          [.left: SIMD2(-angle, 0), .right: SIMD2(angle, 0), .up: SIMD2(0, angle), .down: SIMD2(0, -angle)][way]
          ?? .zero
      case .faceScreen: turn *= 0.7
      case .holdStill, .showFace, .look, .read, .scrollDown, .scrollUp, .done: break
      }
      return episode(at: size / 2, isTarget: false)
    }

    private var shown: SIMD2<Double>?

    private func episode(at aim: SIMD2<Double>, isTarget: Bool) -> Episode {
      Episode(.infinity, at: aim, isTarget: isTarget, isReaction: true, headTurn: turn, distance: distance)
    }

    private static func isSame(_ a: CalibrationPrompt?, _ b: CalibrationPrompt) -> Bool {
      switch (a, b) {
      case (.comeCloser, .comeCloser), (.goFurther, .goFurther): true
      default: a == b
      }
    }
  }

  /// Records five people one after the other on one phone; returns the file and each person's coverage.
  private func record(
    _ plan: CalibrationPlan, scenario: GazeScenario, name: String
  ) throws -> (path: String, coverage: [ViewingCoverage]) {
    let simulation = Simulation(device: NominalPhone(profile), scenario: scenario, participants: 5)
    let path = scratch(name)
    let size = simulation.screen.points
    var header = RecordingHeader.take(device: "iPhone13,1", points: size, participants: 5)
    header.session = .init(scenario.session)
    var recorder = try GazeRecorder(path: path, header: header)
    var coverage: [ViewingCoverage] = []
    for participant in 0..<5 {
      var frames = simulation.frames(participant: participant)
      var calibration = CalibrationProtocol(plan, points: size, seed: UInt64(participant))
      var person = Person()
      while let frame = frames.next()?.observation.frame, !calibration.isDone, frame.time < 1200 {
        let step = calibration.step(frame)
        try recorder.record(frame, target: step.target, intent: step.intent, participant: participant)
        if let episode = person.hear(step, size, at: frame.time) { frames.ask(episode) }
      }
      #expect(calibration.isDone, "\(participant): \(calibration.current), \(calibration.coverage)")
      coverage.append(calibration.coverage)
    }
    // Each person's clock began at 0 again.
    #expect(recorder.restarts == 4)
    try recorder.close()
    return (path, coverage)
  }

  @Test(
    "the protocol's recording identifies the parameters as precisely as the simulator's calibration scenario: n = 5",
    .slow("5 s: two calibrations of 5 people"))
  func calibrates() async throws {
    let (path, coverage) = try record(.full, scenario: .calibration, name: "full.jsonl")
    for covered in coverage {
      // The protocol asks for 135 fixations; in some of them the eyes do not rest.
      #expect(covered.shortfalls.isEmpty && covered.skipped == 0, "\(covered)")
      #expect(covered.fixations >= 130, "\(covered)")
    }
    let led = try await CalibrationRun<GazeRig>(profile, .recordings([path])).file(jobs: 2)
    let simulation = Simulation(device: NominalPhone(profile), scenario: .calibration, participants: 5)
    // The reference fit is also to a recording, since a fit to simulated people would tune a trigger, too.
    let simulated = scratch("own.jsonl")
    try await RecordingRun(simulation, jobs: 2).write(to: simulated)
    let own = try await CalibrationRun<GazeRig>(profile, .recordings([simulated])).file(jobs: 2)
    #expect(led.provenance == .recorded && led.device == "iphone12mini")
    let truth = [
      "screenWidth": simulation.screen.metres.x, "screenHeight": simulation.screen.metres.y,
      "cameraX": simulation.screen.camera.x, "cameraY": simulation.screen.camera.y,
    ]
    for parameter in led.fit.parameters {
      let other = try #require(
        own.fit.parameters.first { $0.name == parameter.name && $0.participant == parameter.participant })
      // A parameter is identified if its error is within a tolerance. The error is estimated from the scatter of these
      // fixations, with some 34 degrees of freedom per person (the interval is 2.03 errors): it varies by 1/√68 = 12 %.
      // An error beyond its tolerance by less than that is chance; with 24 parameters and 95 %, up to 3.1 of these 12
      // %.
      let tolerance = try #require(GeometryParameter(rawValue: parameter.name)).tolerance
      let miss = (try #require(parameter.robustStandardError)) / tolerance
      #expect(parameter.identified || !other.identified || (1..<1.37).contains(miss), "\(parameter)")
      let (a, b) = (try #require(parameter.standardError), try #require(other.standardError))
      #expect(a < 1.15 * b, "\(parameter.name): \(a) against \(b)")
      // Parameters that were not learned have the data sheet's values, and this phone's height is 2.2 of its sigmas
      // off.
      guard let metres = truth[parameter.name], parameter.learned ?? 0 > 0.1 else { continue }
      let interval = try #require(parameter.ci95)
      #expect((interval[0]...interval[1]).contains(1000 * metres), "\(parameter.name): \(interval) of \(1000 * metres)")
    }
    #expect(led.fit.residualRMS < 1.15 * own.fit.residualRMS)
    // The pointer's error is also the same with both calibrations in a later session, led by the app as well.
    let (later, _) = try record(.validation, scenario: .validation, name: "later.jsonl")
    var errors: [Double] = []
    for file in [led, own] {
      var input = RecordedRun<GazeRig>(profile: profile, calibration: file)
      try input.add(try RecordingReader(path: later, ordered: true), path: later)
      let error = try await input.evaluation(path: later).value("pointer.targetErrorDegrees.median")
      errors.append(try #require(error))
    }
    expectNear(errors[0] / errors[1], 1, 0.15)
  }
}
