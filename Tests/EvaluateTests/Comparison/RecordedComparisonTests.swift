import Documents
import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct RecordedComparisonTests {
  private func run(_ pipelines: [Pipeline<GazeRig>], hasTruth: Bool = true) throws -> RecordedRun<GazeRig> {
    var run = RecordedRun(profile: try .mini(), comparing: pipelines)
    let simulation = try Run.mini(participants: 3, duration: 15).simulation
    var header = simulation.header
    if !hasTruth {
      header.truth = nil
      header.source = .recorded
      (header.seed, header.phone, header.preset) = (nil, nil, nil)
    }
    try run.add(header, simulation.everybody { if !hasTruth { $0.truth = nil } })
    return run
  }

  @Test("each row is the evaluation of its pipeline with its smoothing or calibration, and standard is the reference")
  func variants() async throws {
    let simulation = try Run.mini(participants: 2, duration: 15).simulation
    let frames = simulation.everybody()
    let file = try CalibrationFile.fitted(to: .recorded)
    var variants = StandardVariants()
    variants.smoothings = try NamedSmoothing.all(["none", "kalman"])
    variants.calibration = file
    var run = RecordedRun(profile: try .mini(), comparing: [.standard, .virakri], variants: variants)
    try run.add(simulation.header, frames)
    let report = try GazeComparisonReport(run, path: "a")
    #expect(
      report.rows.map(\.label) == [
        "virakri", "standard + none", "standard + kalman", "standard + calibration", "standard",
      ])
    #expect(run.areSimulated && run.recordedPeople.count == 2)
    for row in report.rows {
      var options = PointerOptions()
      options.smoothing = try row.smoothing.flatMap { try Smoothing.named($0) }
      var alone = RecordedRun<GazeRig>(
        profile: try .mini(), pipeline: try GazeRig.pipeline(named: row.pipeline),
        calibration: row.calibration == nil ? nil : file, options: options)
      try alone.add(simulation.header, frames)
      let figure = try await alone.evaluation().figure(medianError)
      #expect(row.errorPoints == figure?.value, "\(row.label)")
      // Two recorded people are too few for intervals.
      #expect(row.errorPointsCI95 == nil && row.ratioCI95 == nil && row.recline == nil)
    }
    #expect(Set(report.rows.compactMap(\.errorPoints)).count == 5)
    #expect(report.reference == "standard" && report.rows.last?.ratio == 1)
    #expect(report.remarks.contains { $0.contains("except by the calibration") })
  }

  @Test("the recorded pointer is a row with the figures of the pipeline that drew it, unless there is no pointer")
  func recordedPointer() async throws {
    let recorded = try GazeRig.pipeline(named: "recorded")
    let scratch = try ScratchFolder()
    let closing = try Run.mini([.reading], participants: 2, duration: 15, personCalibration: .none)
    try await RecordingRun(closing: closing, jobs: 1).write(to: scratch("closed.jsonl"))
    var run = RecordedRun(profile: try .mini(), comparing: [recorded, .standard])
    try run.add(SampleReader<RecordedFrame>(path: scratch("closed.jsonl"), ordered: true))
    let report = try GazeComparisonReport(run, path: "a")
    #expect(report.rows.map(\.label) == ["recorded", "standard"])
    #expect(report.rows[0].errorPoints == report.rows[1].errorPoints && report.rows[0].ratio == 1)
    #expect(report.rows[0].f1 == report.rows[1].f1 && report.pipelines.map(\.name) == ["standard", "recorded"])
    let without = try self.run([recorded, .standard])
    #expect(try GazeComparisonReport(without, path: "a", needsPointer: false).rows.map(\.label) == ["standard"])
    #expect { try GazeComparisonReport(without, path: "a") } throws: { "\($0)".contains("leave recorded out") }
  }

  @Test("the report on a recording of a phone has no seed, states its reference and every format works")
  func formats() throws {
    let report = try GazeComparisonReport(try run([.virakri, .standard], hasTruth: false), path: "a")
    #expect(report.source == "recorded" && report.against == "target" && report.seed == nil)
    let json = try jsonObject(report)
    #expect(json["seed"] is NSNull && json["preset"] is NSNull && json["recordingFaults"] is [Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count == 2 && rows.allSatisfy { $0["recline"] is NSNull && $0["errorPoints"] is Double })
    let text = report.document().details().joined(separator: "\n")
    #expect(text.contains("need 44 people; here there are 3") && !text.contains("say nothing of a phone"))
    #expect(report.csv.contains(",recorded,,,,3,,virakri,") && !report.html.contains("phone and tracker are simulated"))
  }

  @Test("the other rigs compare recordings metric by metric")
  func head() throws {
    let simulation = try RigSimulation<HeadRig>.mini(HeadRig.facts.scenarios[0], participants: 2, duration: 20)
    var run = RecordedRun<HeadRig>(profile: try .mini(), comparing: HeadRig.pipelines)
    try run.add(simulation.header, simulation.everybody())
    let report = try Comparison(run, path: "a")
    #expect(report.rows.map(\.pipeline) == HeadRig.pipelines.map(\.name) && report.participants == 2)
    #expect(report.conditions == nil && report.sweep == nil && report.recorded?.count == 2)
    #expect(report.rows.contains { $0.figures.contains { $0.value != nil && $0.ci95 == nil } })
    #expect(report.markdown.contains("in recordings") && report.csv.contains(",2,"))
  }
}
