import Calibrate
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@Suite struct FixationSearchTests {
  private func simulation(latency: Double) throws -> Simulation {
    try .mini(
      .pursuit, preset: "ideal", seed: 61, phone: 0, duration: 60,
      setting: ["tracker.latency": latency, "tracker.latencySpread": 0])
  }

  private func pursuit(_ simulation: Simulation) throws -> PursuitFinder.Pursuit {
    var finder = PursuitFinder()
    for frame in simulation.frames(participant: 0) { finder.add(frame.observation) }
    return try #require(finder.pursuits(on: simulation.screen).first)
  }

  @Test("100 ms more latency are 100 ms more lag, to 15 ms")
  func lag() throws {
    let (fast, slow) = (try pursuit(simulation(latency: 20)), try pursuit(simulation(latency: 120)))
    #expect(abs(slow.lag - fast.lag - 0.1) < 0.015, "\(fast.lag), \(slow.lag)")
    #expect(fast.fixations.count > 150)
  }

  @Test(
    "a calibration by pursuit is as one by targets: the later session's error is no more than half as large again",
    .slow("16 s: two calibrations of 8 simulated people"))
  func calibration() async throws {
    func later(_ scenario: GazeScenario) async throws -> Double {
      let simulation = try Simulation.mini(scenario, seed: 62, phone: 1, participants: 8)
      let file = try await CalibrationRun<GazeRig>(.mini(), .simulated(simulation)).file(jobs: 2)
      if scenario == .pursuit { #expect(file.fittedTo.contains("lag")) }
      return try #require(file.fit.heldOut)
    }
    let (pursuit, targets) = (try await later(.pursuit), try await later(.calibration))
    #expect(pursuit < 1.5 * targets, "\(pursuit), \(targets)")
  }

  @Test("targets that jump are no pursuit")
  func jumps() throws {
    let simulation = try Simulation.mini(.validation, preset: "ideal", seed: 61, phone: 0, duration: 30)
    var finder = PursuitFinder()
    for frame in simulation.frames(participant: 0) { finder.add(frame.observation) }
    #expect(finder.pursuits(on: simulation.screen).isEmpty)
  }

  @Test(
    "intents to scroll alone, without any target, lower the later session's error by a fifth (8 people, seed 71)",
    .slow("6 s: two calibrations of 8 people"))
  func intents() async throws {
    let profile = try DeviceProfile.mini()
    let simulation = try Simulation.mini(.reading, seed: 71, phone: 0, participants: 8)
    var run = CalibrationRun<GazeRig>(profile, .simulated(simulation))
    run.options.free = [.gazeOffsetH, .gazeOffsetV]
    let file = try await run.file(jobs: 2)
    #expect(file.fittedTo.contains("intent to scroll"))
    var later = simulation
    later.scenario = .validation
    later.duration = nil
    let looks = (0..<8).flatMap { participant in
      FixationFinder.fixations(in: later.frames(participant: participant).lazy.map(\.observation)).fixations
    }
    let before = try #require(GeometryFit.residualRMS(of: looks, geometry: profile.geometry, people: [:]))
    #expect(try #require(file.fit.heldOut) < 0.8 * before, "\(file.fit.heldOut ?? 0), \(before)")
  }
}
