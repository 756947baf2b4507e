import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing
import TestSupport

@testable import Evaluate
@testable import StudySupport
@testable import Validation

@Suite struct SmoothingStudyTests {
  private func study(participants: Int, seed: UInt64 = 5) throws -> SmoothingStudy {
    let profile = try DeviceProfile.mini()
    return SmoothingStudy(
      profile: profile,
      simulation: Simulation(
        device: NominalPhone(profile), scenario: .validation, preset: .typical, seed: seed, participants: participants))
  }

  @Test(
    "on other people the chosen filter beats the mean of ten in error and settling, and is near the best causal one",
    .slow("6 s: a study of all filters"))
  func heldOut() async throws {
    // n = 10 people of seed 5 for the fit, 10 of another seed for the judgement; 8 are enough for every interval.
    let report = try await study(participants: 10).findings(StudyRunner(jobs: 2))
    let chosen = try #require(report.rows.first { $0.isChosen })
    #expect(try #require(chosen.overMean10CI95).upper < 1)
    #expect(try #require(chosen.settlingMinusMean10CI95).upper < 0)
    #expect(try #require(chosen.overBest) < 1.15)
    let best = try #require(report.rows.last)
    #expect(best.name == "best" && best.overBest == 1)
    for row in report.rows { #expect(try #require(row.overBest) >= 1, "\(row.name)") }
    #expect(report.rows.map(\.name).contains("mean10") && report.rows.count == 9)
    let simulation = try study(participants: 10).simulation
    #expect(simulation.heldOut.seed != simulation.seed)
  }

  @Test("the twin differs by the noise alone: it vanishes without noise")
  func twin() throws {
    var simulation = try study(participants: 1).simulation
    simulation.duration = 10
    let screen = simulation.screen
    let noisy = try SmoothingTwin(simulation, participant: 0, geometry: screen, person: .none)
    #expect(noisy.meanSquares(noisy.track.filtered(.none)).slow > 1)
    #expect(noisy.track.samples.count > 500 && noisy.track.jumps > 3)
    for key in ["tracker.noiseSD", "tracker.whiteSD", "tracker.faceRotationNoise", "tracker.facePositionNoise"] {
      try simulation.set(key, 0)
    }
    let quiet = try SmoothingTwin(simulation, participant: 0, geometry: screen, person: .none)
    #expect(quiet.meanSquares(quiet.track.filtered(.none)).slow == 0)
  }
}
