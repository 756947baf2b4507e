import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

/// A turned interface, from the simulation to the figures.
@Suite struct OrientationTests {
  private func run(_ orientation: ScreenOrientation, _ scenarios: [GazeScenario] = [.validation]) throws -> Run<GazeRig>
  {
    var run = try Run.mini(
      scenarios, preset: .ideal, participants: 2, duration: 20, personCalibration: .none,
      setting: ["phone.orientation": Double(orientation.quarterTurns)])
    run.options.smoothing = Smoothing.none
    return run
  }

  @Test(
    "with the true geometry and without tracker error, standard is exact in every orientation of the phone",
    arguments: ScreenOrientation.allCases)
  func exact(orientation: ScreenOrientation) async throws {
    let run = try run(orientation)
    #expect(run.simulation.orientation == orientation)
    #expect(try #require(await run.evaluation().value("pointer.errorPoints.p95")) < 0.01)
  }

  @Test("five points calibrate a turned interface as well as an upright one")
  func personCalibration() async throws {
    for orientation in ScreenOrientation.allCases {
      var run = try run(orientation)
      run.personCalibration = .fivePoints
      let evaluation = try await run.evaluation()
      #expect(evaluation.uncalibrated == 0)
      // The only error left is that of people who look at a dot: 0.25 deg per axis over five dots.
      #expect(try #require(evaluation.value("pointer.errorDegrees.median")) < 1, "\(orientation)")
    }
  }

  @Test("a recording of a turned interface gives the simulation's results, in an evaluation and a replay")
  func recordings() async throws {
    let run = try run(.landscapeRight)
    let header = run.simulation.header
    #expect(header.orientation == .landscapeRight && header.points == SIMD2(812, 375))
    var input = RecordedRun<GazeRig>(profile: run.profile)
    input.options.smoothing = Smoothing.none
    var replay = Replay(header: header, profile: run.profile, calibration: nil, pipelines: [.standard])
    let frames = run.simulation.everybody()
    for frame in frames { replay.step(frame.observation) }
    try input.add(header, frames)
    let (read, made) = (try await input.evaluation(), try await run.evaluation())
    #expect(read.value("pointer.errorPoints.p95") == made.value("pointer.errorPoints.p95"))
    #expect(try #require(replay.finish().pipelines[0].onScreenShare) > 0.95)
  }

  @Test("a calibration of the upright phone applies to its turned interface, at any zoom")
  func calibrated() throws {
    let profile = try DeviceProfile.mini()
    var header = RecordingHeader(
      device: profile.id, rate: 60, scenario: "recorded", participants: 1, source: .recorded)
    #expect(profile.geometry(header) == profile.geometry)
    header.orientation = .landscapeLeft
    #expect(profile.geometry(header) == profile.geometry.turned(to: .landscapeLeft))
    header.points = SIMD2(693, 320)
    #expect(profile.geometry(header) == profile.geometry(points: SIMD2(320, 693)).turned(to: .landscapeLeft))
  }

  @Test("a device is fitted to a recording of a turned interface as to one of an upright interface")
  func fitted() async throws {
    let (run, recorded) = try await fit()
    // The preset has small tracker errors, so the fitted camera position lies within its interval.
    let phone = run.simulation.device.phone(run.simulation.phone)
    for (name, truth) in [("cameraX", phone.camera.x), ("cameraY", phone.camera.y)] {
      let interval = try #require(recorded.fit.parameters.first { $0.name == name }?.ci95)
      #expect(interval[0] <= truth * 1000 && truth * 1000 <= interval[1], "\(name): \(interval), \(truth * 1000)")
    }
  }

  @Test("it is the same fit simulated or recorded", .slow("8 s: a trigger"))
  func simulated() async throws {
    let (run, recorded) = try await fit()
    let simulated = try await CalibrationRun<GazeRig>(run.profile, .simulated(run.simulation)).file(jobs: 1)
    #expect(recorded.gaze?.geometry == simulated.gaze?.geometry)
    #expect(recorded.fit.parameters == simulated.fit.parameters)
  }

  private func fit() async throws -> (run: Run<GazeRig>, recorded: CalibrationFile) {
    let scratch = try ScratchFolder()
    var run = try run(.landscapeRight)
    run.simulation.scenario = .calibration
    try await RecordingRun(run.simulation, jobs: 1).write(to: scratch("turned.jsonl"))
    return (run, try await CalibrationRun<GazeRig>(run.profile, .recordings([scratch("turned.jsonl")])).file(jobs: 1))
  }
}
