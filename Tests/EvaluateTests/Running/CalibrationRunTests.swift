import Calibrate
import Evaluate
import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import TestSupport
import Testing

@Suite struct CalibrationRunTests {
  private let profile: DeviceProfile

  init() throws { profile = try DeviceProfile.mini() }

  private func simulation(seed: UInt64, people: Int, preset: GazePreset = .typical) -> Simulation {
    Simulation(
      device: NominalPhone(profile), scenario: .calibration, preset: preset, seed: seed, phone: seed,
      participants: people)
  }

  @Test(
    "under the full tracker model, which the fit does not contain, the device's 95 % intervals cover the phone",
    .slow("5 s: a calibration of simulated people"))
  func coverage() throws {
    // n = 40 phones, each with 5 people of its own, seeds 1001 to 1040. Of 40 intervals with a true coverage of 95 %,
    // fewer than 34 cover with probability 0.0006; the fixation-clustered intervals covered 20 to 33 here.
    var covered: [String: Int] = [:]
    for seed in UInt64(1001)...1040 {
      let simulation = simulation(seed: seed, people: 5)
      // The steps of `CalibrationRun` except smoothing and held-out error, which take most of a run's time.
      let looks = (0..<5).flatMap { participant in
        FixationFinder.fixations(in: simulation.frames(participant: participant).lazy.map(\.observation)).fixations
      }
      let estimate = try GeometryFit(
        nominal: profile.geometry,
        priors: GeometryPriors(screen: simulation.device.sizeSigma, camera: simulation.device.cameraSigma)
      ).fit(looks)
      let truth = [
        "screenWidth": simulation.screen.metres.x, "screenHeight": simulation.screen.metres.y,
        "cameraX": simulation.screen.camera.x, "cameraY": simulation.screen.camera.y,
      ]
      for parameter in estimate.parameters {
        guard let metres = truth[parameter.name] else { continue }
        let interval = try #require(parameter.ci95)
        if (interval[0]...interval[1]).contains(metres * 1000) { covered[parameter.name, default: 0] += 1 }
      }
    }
    for name in ["screenWidth", "screenHeight", "cameraX", "cameraY"] {
      #expect(covered[name, default: 0] >= 34, "\(name): \(covered[name, default: 0]) of 40")
    }
  }

  @Test(
    "without tracker error, the fit to simulated people recovers every parameter, and the start values are wrong",
    .slow("6 s: a calibration of simulated people"))
  func exact() async throws {
    // Reactions are as short as possible, so that no fixation starts late. The person's reference, around which the
    // simulated gain acts, is the eyes' rest direction, so the offset found is kappa plus (1 − gain)/gain of it.
    var simulation = simulation(seed: 3, people: 1, preset: .ideal)
    for (key, value) in [
      ("tracker.coupled", 1.0), ("people.kappaUp", 2), ("behaviour.fixationBias", 0),
      ("behaviour.saccadeLatencyGamma", 0), ("behaviour.landingGain", 1), ("behaviour.landingSD", 0),
      ("behaviour.fixationDrift", 0), ("behaviour.vorLatency", 0),
    ] {
      try simulation.set(key, value)
    }
    var run = CalibrationRun<GazeRig>(profile, .simulated(simulation))
    run.options.usesPriors = false
    let gaze = try #require(try await run.file(jobs: 1).gaze)
    let screen = simulation.screen
    #expect(abs(screen.metres.x - profile.geometry.metres.x) > 1e-4, "the phone must not be the nominal one")
    expectNear(gaze.geometry.screenWidth, screen.metres.x, 1e-6)
    expectNear(gaze.geometry.screenHeight, screen.metres.y, 1e-6)
    expectNear(gaze.geometry.cameraX, screen.camera.x, 1e-6)
    expectNear(gaze.geometry.cameraY, screen.camera.y, 1e-6)
    let person = try #require(gaze.people.first)
    #expect(abs(person.gazeOffset[0]) < 1e-4)
    // With up to eight poses per fixation, the effect of the head's movement within a fixation is of second order.
    expectNear(person.gazeOffset[1], 2, 2e-4)
    expectNear(person.gain[0], 1, 1e-5)
    expectNear(person.gain[1], 1, 1e-5)
  }

  @Test(
    "one session at one distance with a still head: the pairs that cannot be distinguished are named",
    .slow("5 s: a calibration of simulated people"))
  func unidentified() async throws {
    var simulation = simulation(seed: 5, people: 1)
    simulation.scenario = .personal
    for key in ["behaviour.headShareH", "behaviour.headShareV", "behaviour.postureJumpAngle"] {
      try simulation.set(key, 0)
    }
    let file = try await CalibrationRun<GazeRig>(profile, .simulated(simulation)).file(jobs: 1)
    for pair in [
      ["cameraX", "gazeOffsetH"], ["cameraY", "gazeOffsetV"], ["gainH", "screenWidth"], ["gainV", "screenHeight"],
    ] {
      #expect(file.fit.unidentified.contains { Set($0.parameters) == Set(pair) }, "\(pair)")
      for name in pair { #expect(file.fit.parameters.contains { $0.name == name && !$0.identified }) }
    }
  }

  @Test("the result does not depend on how many cores there are", .slow("11 s: a trigger tuned twice"))
  func jobs() async throws {
    let one = try await expectSame(.simulated(simulation(seed: 8, people: 2)))
    #expect(one.provenance == .simulated)
    #expect(one.fit.heldOut != nil)
    #expect(one.gaze?.triggerChoice?.tunedOn.contains("others, reading+recipe") == true)
  }

  @Test("nor does that of a recording, which tunes no trigger")
  func recordingJobs() async throws {
    let scratch = try ScratchFolder()
    let path = scratch("take.jsonl")
    _ = try await RecordingRun(simulation(seed: 8, people: 2), jobs: 1).write(to: path, force: false)
    let one = try await expectSame(.recordings([path]))
    #expect(one.fit.heldOut == nil && one.gaze?.triggerChoice == nil)
  }

  private func expectSame(_ source: CalibrationRun<GazeRig>.Source) async throws -> CalibrationFile {
    let run = CalibrationRun<GazeRig>(profile, source)
    let one = try await run.file(jobs: 1)
    #expect(try await run.file(jobs: 3) == one)
    // A larger weight of the jumps gives less lag and more jitter.
    let front = try #require(one.gaze?.smoothing.front).map(\.figures)
    #expect(front.count == 6)
    #expect(try #require(front.first?.rmsMoving) > (try #require(front.last?.rmsMoving)))
    #expect(try #require(front.first?.rmsStill) <= (try #require(front.last?.rmsStill)))
    return one
  }
}
