import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct SmoothingStudyTests {
  @Test(
    "on other people the chosen filter beats the mean of ten in error and settling, and is near the best causal one",
    .slow("6 s: a study of all filters"))
  func heldOut() async throws {
    // n = 10 people of seed 5 for the fit, 10 of another seed for the judgement; 8 are enough for every interval.
    let study = SmoothingStudy(profile: try .mini(), simulation: try .mini(seed: 5, participants: 10))
    let report = try await study.findings(jobs: 2)
    let chosen = try #require(report.rows.first { $0.isChosen })
    #expect(try #require(chosen.overMean10.ci95).upper < 1)
    #expect(try #require(chosen.settlingMinusMean10.ci95).upper < 0)
    #expect(try #require(chosen.overBest.value) < 1.15)
    let best = try #require(report.rows.last)
    #expect(best.name == "best" && best.overBest.value == 1)
    for row in report.rows { #expect(try #require(row.overBest.value) >= 1, "\(row.name)") }
    #expect(report.rows.map(\.name).contains("mean10") && report.rows.count == 9)
  }

  @Test("the twin differs by the noise alone: it vanishes without noise")
  func twin() throws {
    var simulation = try Simulation.mini(seed: 5, duration: 10)
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
