import Foundation
import GazeRecording
import GazeSimulation
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct RangesPictureTests {
  @Test("the rows of a comparison are sorted, and hostile names are shown as text")
  func gaze() async throws {
    let run = try Run<GazeRig>.mini([.validation], participants: 3, duration: 6)
    let comparison = GazeComparison(
      run, reclines: [30], arms: GazeComparison.arms([.virakri, .article2021, .standard], .published))
    var report = GazeComparisonReport(comparison, .init(rows: try await comparison.rows(jobs: 2)))
    StandAlonePicture.check(report.rangesPicture)
    let errors = report.sorted.map { $0.errorPoints ?? .infinity }
    #expect(errors == errors.sorted() && report.rangesPicture == report.rangesPicture)
    // The page is in the same order and begins with the conclusion.
    let places = report.sorted.map {
      report.html.range(of: HTML.text($0.label) + "</span></span><span><svg")?.lowerBound
    }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(report.html.contains(HTML.prose(report.conclusion)))
    report.rows[0].errorPoints = nil
    #expect(report.sorted.last?.label == report.rows[0].label && report.rangesPicture.contains("not measured"))
    for name in StandAlonePicture.hostile {
      (report.device, report.scenario) = (name, name)
      for index in report.rows.indices { report.rows[index].label = name }
      StandAlonePicture.check(report.rangesPicture)
    }
    for index in report.rows.indices { report.rows[index].errorPoints = nil }
    StandAlonePicture.check(report.rangesPicture)
  }

  @Test("the pipelines of another rig have ranges of its first headline metric")
  func dial() async throws {
    let profile = try DeviceProfile.mini()
    let simulation = RigSimulation<DialRig>(
      device: NominalPhone(profile), scenario: .turning, preset: try .named("typical"), participants: 3)
    let run = Run(profile: profile, simulation: simulation, pipeline: DialRig.standard)
    let report = try await Comparison(run, pipelines: DialRig.pipelines, jobs: 1) { _ in }
    StandAlonePicture.check(report.rangesPicture)
    for row in report.rows { #expect(report.rangesPicture.contains(row.pipeline)) }
  }
}
