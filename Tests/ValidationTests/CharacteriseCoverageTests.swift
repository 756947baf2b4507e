import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate
@testable import Inspection
@testable import StudySupport
@testable import Validation

struct CharacteriseCoverageTests {
  private func rows(
    _ scenario: GazeScenario, repeats: Int, seed: UInt64, isOverTime: Bool = false
  ) async throws -> [CharacteriseCoverage.Row] {
    try await CharacteriseCoverage(
      profile: .mini(), simulation: .mini(scenario, seed: seed, phone: seed), repeats: repeats, isOverTime: isOverTime
    ).rows(jobs: 2)
  }

  // If the true coverage is 0.9, more than 8 misses in 40 have a probability of 1.6 %, and more than 4 in 10 of 0.2 %;
  // if it is 0.95, these probabilities are 1e-4 and 6e-5. The full run has 200 repeats.
  @Test(
    "every interval of characterize covers: at most 8 misses in 40 recordings of a minute with targets",
    .slow("8 s: 40 recordings of a minute"))
  func coverage() async throws { try await expectCoverage(repeats: 40, misses: 8, given: 36) }

  @Test("every interval of characterize covers: at most 4 misses in the first 10 of these recordings")
  func fewer() async throws { try await expectCoverage(repeats: 10, misses: 4, given: 9) }

  private func expectCoverage(repeats: Int, misses: Int, given: Int) async throws {
    let rows = try await rows(.validation, repeats: repeats, seed: 4001)
    let names = Set(rows.map(\.name))
    #expect(
      names.isSuperset(of: [
        "rate", "dropped", "duplicated", "dropoutRate", "outward", "blinkRate", "blinkDuration", "blinkDurationSpread",
        "noiseSD", "noiseTime", "noiseRMSS2S", "noiseSTD", "noiseLag1", "driftSD", "biasYaw",
        "biasPitch", "gainH", "gainV",
      ]))
    // White noise is reported as an upper bound, whose interval is not compared with the truth.
    #expect(rows.first { $0.name == "whiteSD" }?.given == 0)
    for row in rows where row.name != "whiteSD" {
      #expect(row.given - row.covered <= misses, "\(row)")
      // A lost face whose loss and return are both within a recording is rare, and a minute at one distance contains
      // little information on the time constant of drift and on vergence. Every recording gives all other
      // characteristics.
      #expect(["dropoutDuration", "driftTime", "vergenceShare"].contains(row.name) || row.given >= given, "\(row)")
    }
    // An unlimited interval would cover, too. So half of the intervals must be narrower than the value itself, except
    // for the noise's SD, since noise and drift are hard to distinguish in a minute.
    for name in ["noiseRMSS2S", "driftSD", "gainH", "gainV", "blinkRate", "blinkDuration"] {
      let row = try #require(rows.first { $0.name == name })
      #expect(try #require(row.width) / 2 < abs(try #require(row.realised)), "\(row)")
    }
  }

  /// At least 90 % of 200 logs, each of one person on two days. If the true coverage is 95 %, fewer
  /// than 180 of 200 intervals cover with a probability of 0.1 %.
  @Test(
    "the intervals of the error over time cover at least 90 % of 200 simulated people on two days",
    .slow("90 s: 400 takes of twelve minutes"))
  func overTime() async throws { try await expectOverTime(repeats: 200, misses: 20, given: 180) }

  @Test("the intervals of the error over time cover at least 8 of the first 10 of these people")
  func fewerOverTime() async throws { try await expectOverTime(repeats: 10, misses: 2, given: 8) }

  private func expectOverTime(repeats: Int, misses: Int, given: Int) async throws {
    let rows = try await rows(.reading, repeats: repeats, seed: 60_001, isOverTime: true)
    #expect(rows.map(\.name) == ["sessionSD", "driftSD", "driftTime"])
    for row in rows {
      #expect(row.given - row.covered <= misses && row.given >= given, "\(row)")
    }
    // An unlimited interval would cover, too. Drift's SD is known to a third or so, twice as widely as its value.
    let drift = try #require(rows.first { $0.name == "driftSD" })
    #expect(try #require(drift.width) < (try #require(drift.realised)), "\(drift)")
  }

  @Test("without targets, only the characteristics that need no targets are given")
  func reading() async throws {
    for row in try await rows(.reading, repeats: 4, seed: 4101) {
      let isGiven = !["noise", "white", "drift", "bias", "gain"].contains { row.name.hasPrefix($0) }
      #expect(["dropoutDuration", "vergenceShare"].contains(row.name) || (row.given > 0) == isGiven, "\(row)")
    }
  }
}
