import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing
import TestSupport

@testable import Evaluate
@testable import StudySupport
@testable import Validation

struct CoverageStudyTests {
  @Test(
    "bias, bound/variance and coverage are 0, 1, 0.95 at each noise, with and without priors (n = 400, 99.9 %, seed 1)",
    .slow("58 s: 6 × 400 fits of 20 people"))
  func bound() async throws {
    for row in try await bound(repeats: 400, participants: 20) { #expect(row.efficiency.half < 0.05, "\(row)") }
  }

  @Test("bias, bound/variance and coverage hold within wider limits at n = 40 with 5 people (99.9 %)")
  func fewer() async throws { _ = try await bound(repeats: 40, participants: 5) }

  private func bound(repeats: Int, participants: Int) async throws -> [CoverageStudy.Row] {
    let study = CoverageStudy(profile: try .mini(), repeats: repeats, participants: participants)
    let (rows, failed) = try await study.findings(jobs: 2)
    // Three levels of noise, each with and without priors, and the ten parameters of `CoverageStudy.names`.
    #expect(failed == 0 && rows.count == 6 * 10)
    for row in rows {
      #expect(row.bias.contains(0) && row.coverage.contains(0.95) && row.furthest <= 1, "\(row)")
      #expect(abs(row.efficiency.mean - 1) <= max(row.efficiency.half, 0.002), "\(row)")
    }
    return rows
  }

  @Test("0.7° beside the dot: the robust intervals cover, the plain ones do not (n = 100, seed 1)")
  func fixationBias() async throws {
    let study = CoverageStudy(profile: try .mini(), repeats: 100, noise: [1], priors: [false], fixationBias: 0.7)
    for row in try await study.findings(jobs: 2).rows {
      // The coverage of 100 phones has an SD of 2.2 %, that of 2,000 people a smaller one.
      #expect(row.coverage.mean > 0.95 - 4 * 0.022 && row.plain.mean < 0.75, "\(row)")
    }
  }

  @Test(
    "under `typical`, which the fit does not contain, the intervals still cover at least 80 % (12 phones, 8 people)",
    .slow("4 s: 12 phones of 8 people"))
  func typical() async throws {
    let report = try await SimulatedCoverage(
      profile: .mini(), simulation: .mini(.calibration, seed: 4001, phone: 1, participants: 8), repeats: 12
    ).findings(jobs: 2)
    #expect(report.failed == 0)
    for row in report.rows {
      // 96 people, or 12 phones: at a coverage of 95 %, at least 9 of 12 cover with a probability of 0.9998.
      #expect(try #require(row.coverage.value) >= (row.given > 12 ? 0.8 : 0.75), "\(row)")
    }
    #expect(try #require(report.rows.first { $0.name == "gainH" }?.plain) < 0.5)
  }
}
