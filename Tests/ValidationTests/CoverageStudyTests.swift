import GazeRecording
import GazeSimulation
import GazeTesting
import Profiles
import Testing
import TestSupport

@testable import Evaluate
@testable import StudySupport
@testable import Validation

@Suite struct CoverageStudyTests {
  private let profile: DeviceProfile

  init() throws { profile = try BuiltInProfiles.library().profile(id: "iphone12mini") }

  @Test(
    "bias, bound/variance and coverage are 0, 1, 0.95 at each noise, with and without priors (n = 400, 99.9 %, seed 1)",
    .slow("58 s: 6 × 400 fits of 20 people"))
  func bound() async throws {
    let report = try await bound(repeats: 400, participants: 20)
    for row in report.rows { #expect(try #require(row[.efficiencyHalfWidth]) < 0.05, "\(row)") }
  }

  @Test("bias, bound/variance and coverage hold within wider limits at n = 40 with 5 people (99.9 %)")
  func fewer() async throws { _ = try await bound(repeats: 40, participants: 5) }

  private func bound(repeats: Int, participants: Int) async throws -> (rows: [CoverageRow], failed: Int) {
    var study = CoverageStudy(profile: profile, repeats: repeats)
    study.participants = participants
    let report = try await study.findings(StudyRunner(jobs: 2))
    #expect(report.failed == 0)
    #expect(report.rows.count == 6 * 10)
    for row in report.rows {
      let label: Comment = "\(row)"
      func figure(_ figure: CoverageRow.Figure) throws -> Double { try #require(row[figure], label) }
      #expect(try abs(figure(.biasOverSE)) <= figure(.biasHalfWidth), label)
      #expect(try abs(figure(.efficiency) - 1) <= max(figure(.efficiencyHalfWidth), 0.002), label)
      #expect(try abs(figure(.coverage) - 0.95) <= figure(.coverageHalfWidth), label)
      #expect(try figure(.furthest) <= 1, label)
    }
    return report
  }

  @Test("0.7° beside the dot: the robust intervals cover, the plain ones do not (n = 100, seed 1)")
  func fixationBias() async throws {
    var study = CoverageStudy(profile: profile, repeats: 100)
    (study.noise, study.priors, study.fixationBias) = ([1], [false], 0.7)
    for row in try await study.findings(StudyRunner(jobs: 2)).rows {
      // The coverage of 100 phones has an SD of 2.2 %, that of 2,000 people a smaller one.
      #expect(try #require(row[.coverage]) > 0.95 - 4 * 0.022, "\(row)")
      #expect(try #require(row[.plainCoverage]) < 0.75, "\(row)")
    }
  }

  @Test("the same figures whatever the number of jobs")
  func jobs() async throws {
    var study = CoverageStudy(profile: profile, repeats: 5)
    (study.noise, study.participants) = ([1], 3)
    let (one, two) = (try await study.findings(StudyRunner(jobs: 1)), try await study.findings(StudyRunner(jobs: 2)))
    #expect(one.rows.map(\.figures) == two.rows.map(\.figures))
  }

  @Test(
    "under `typical`, which the fit does not contain, the intervals still cover at least 80 % (12 phones, 8 people)",
    .slow("4 s: 12 phones of 8 people"))
  func typical() async throws {
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .calibration, preset: .typical, seed: 4001, phone: 1, participants: 8)
    let report = try await SimulatedCoverage(profile: profile, simulation: simulation, repeats: 12).findings(
      StudyRunner(jobs: 2))
    #expect(report.failed == 0)
    for row in report.parameters {
      // 96 people, or 12 phones: at a coverage of 95 %, at least 9 of 12 cover with a probability of 0.9998.
      #expect(try #require(row[.coverage]) >= (row.given > 12 ? 0.8 : 0.75), "\(row)")
    }
    let plain = try #require(report.parameters.first { $0.name == "gainH" }?[.plainCoverage])
    #expect(plain < 0.5)
  }
}
