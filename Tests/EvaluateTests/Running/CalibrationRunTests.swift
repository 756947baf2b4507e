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
    try await RecordingRun(simulation(seed: 8, people: 2), jobs: 1).write(to: path)
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
