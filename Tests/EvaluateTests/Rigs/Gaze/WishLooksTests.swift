import Calibrate
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@Suite struct WishLooksTests {
  @Test("a wish is a target at the page's edge, none where nothing is wished or something is shown")
  func targets() {
    let points = SIMD2<Double>(375, 812)
    let frame = FaceFrame(
      time: 0, camera: .identity, face: .identity, leftEye: .identity, rightEye: .identity)
    var observation = RecordedFrame.Observation(participant: 0, frame: frame)
    #expect(WishLooks.observation(observation, points: points).target == nil)
    observation.intent = .down
    #expect(WishLooks.observation(observation, points: points).target == SIMD2(187.5, 812 * 1.02))
    observation.intent = .up
    #expect(WishLooks.observation(observation, points: points).target == points * SIMD2(0.5, 1 - 1.02))
    observation.target = SIMD2(1, 1)
    #expect(WishLooks.observation(observation, points: points).target == nil)
  }

  @Test("wishes alone, without any target, lower the later session's error by a fifth (8 people of typical, seed 71)")
  func calibration() async throws {
    let profile = try DeviceProfile.mini()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .reading, preset: .typical, seed: 71, phone: 0, participants: 8)
    var run = CalibrationRun<GazeRig>(profile, .simulated(simulation))
    run.options.free = [.gazeOffsetH, .gazeOffsetV]
    let file = try await run.file(jobs: 2)
    #expect(file.fittedTo.contains("wished to scroll"), "\(file.fittedTo)")
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
