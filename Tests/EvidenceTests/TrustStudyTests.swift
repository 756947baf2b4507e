import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate
@testable import Evidence
@testable import StudySupport

struct TrustStudyTests {
  private func report(_ constants: [String: Double]) async throws -> TrustStudy.Findings {
    let simulation = try Simulation.mini(
      seed: 5301, phone: 53, participants: 60, duration: 40, setting: constants)
    return try await TrustStudy(simulation, .mini()).findings(twoJobs)
  }

  @Test("sessions with little in common: five points do no harm, while the whole offset would (n = 60, 40 s)")
  func unlike() async throws {
    let report = try await report([
      "tracker.faceRotationBiasSD": 2.2, "tracker.biasSD": 0.6, "tracker.biasUp": 0, "tracker.sessionBiasSD": 0.5,
    ])
    #expect(report.believed > report.without + 20, "\(report)")
    #expect(report.with - report.without <= 3, "\(report)")
  }

  @Test("sessions that are alike: the gain is at least 70 % of that of the best share (n = 60, 40 s)")
  func alike() async throws {
    let report = try await report([
      "tracker.faceRotationBiasSD": 0.3, "tracker.sessionBiasSD": 0.2, "tracker.driftSD": 0.4, "tracker.biasSD": 2.1,
    ])
    #expect(try #require(report.kept) >= 0.7, "\(report)")
    #expect(try #require(report.difference.ci95).upper < -30, "\(report)")
  }
}
