import Documents
import Foundation
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct VerdictPictureTests {
  private func report() async throws -> Report<GazeRig> {
    let run = try Run.mini(participants: 4, duration: 8)
    return try await run.evaluation(
      limits: [
        AccuracyGate.most(medianError, 5000),
        AccuracyGate.most("pointer.dataLoss", 0.05),
      ], jobs: 2)
  }

  @Test("verdict and map are files of their own, the same for the same seed, and name figures in words")
  func content() async throws {
    let report = try await report()
    let (verdict, map) = (report.verdictPicture, GazeRig.map(report))
    for picture in [verdict, map] { StandAlonePicture.check(picture) }
    #expect(verdict.contains("median pointer error") && !verdict.contains("pointer.errorPoints"))
    #expect(map.contains("class=\"phone\"") && map.components(separatedBy: "class=\"lens\"").count == 3)
    let again = try await self.report()
    #expect(again.verdictPicture == verdict && GazeRig.map(again) == map)
    // The page has the same drawing and the same words.
    let drawing = try #require(ErrorMap.drawing(report))
    #expect(report.html.contains(drawing.parts.joined()) && report.html.contains(drawing.sentence))
  }

  @Test("without limits, cells or intervals the pictures say so")
  func empty() async throws {
    var report = try await report()
    (report.gates, report.verdict) = ([], nil)
    StandAlonePicture.check(report.verdictPicture)
    #expect(report.verdictPicture.contains("nothing was judged"))
  }

  @Test("hostile names are shown as text")
  func hostile() async throws {
    var report = try await report()
    for name in StandAlonePicture.hostile {
      report.subject.rename(name)
      report.subject.profile.name = name
      for i in report.gates.indices { (report.gates[i].metric, report.gates[i].value) = (name, .nan) }
      for picture in [report.verdictPicture, GazeRig.map(report)] { StandAlonePicture.check(picture) }
    }
  }
}
