import Foundation
import GazePipeline
import GazeRecording
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct GazeComparisonReportVariantsTests {
  private func report(_ change: (inout StandardVariants) throws -> Void) async throws -> GazeComparisonReport {
    var variants = StandardVariants()
    try change(&variants)
    let run = try Run<GazeRig>.mini([.validation], participants: 3, duration: 8)
    let comparison = GazeComparison(
      run, reclines: [30], arms: GazeComparison.arms([.standard], .all, variants: variants))
    return GazeComparisonReport(comparison, .init(rows: try await comparison.rows(jobs: 2)))
  }

  @Test("a row with a smoothing is the evaluation with that smoothing, with lag and jitter, in every format")
  func smoothings() async throws {
    let report = try await report {
      $0.smoothings = try NamedSmoothing.all(["none", "kalman"])
      $0.areAlone = true
    }
    let five = "standard + own 5 points"
    #expect(
      report.rows.map(\.label) == ["standard + hindsight", "\(five) + none", "\(five) + kalman", five])
    #expect(report.reference == five)
    for row in report.rows.dropFirst() {
      var run = try Run<GazeRig>.mini([.validation], participants: 3, duration: 8)
      try run.simulation.set("phone.recline", 30)
      run.options.smoothing = try row.smoothing.flatMap { try Smoothing.named($0) }
      let evaluation = try await run.evaluation(jobs: 1)
      #expect(row.errorPoints == evaluation.figure("pointer.errorPoints.median")?.value, "\(row.label)")
      let lag = evaluation.figure("pointer.latencyMilliseconds")?.value
      #expect(abs(try #require(row.latencyMilliseconds) - (try #require(lag))) < 1e-9, "\(row.label)")
      let jitter = evaluation.figure("pointer.precisionRMSS2SDegrees")?.value
      #expect(abs(try #require(row.jitterDegrees) - (try #require(jitter))) < 1e-9, "\(row.label)")
    }
    // Without smoothing the pointer lags less and jitters more.
    #expect(report.rows[1].latencyMilliseconds ?? 1e9 < report.rows[2].latencyMilliseconds ?? 0)
    let text = GazeComparisonText.lines(report).joined(separator: "\n")
    for part in ["+ own 5 points + kalman", "lag ms", "kalman (Kalman ", "untuned"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(report.markdown.contains("| \(five) + kalman |") && report.markdown.contains("| lag ms |"))
    #expect(report.csv.contains(",latencyMilliseconds,jitterDegrees\r\n") && report.csv.contains("\(five) + none"))
    #expect(report.html.contains("own 5 points + kalman") && report.html.contains("jitter, degrees"))
    let brief = GazeComparisonBrief.brief(report, Invocation(["compare"]), all: false).text(width: 80)
    #expect(
      brief[0].hasPrefix("smoothing ") && brief.contains { $0.contains("standard, 5 points, kalman") }, "\(brief)")
  }

  @Test("a row with a calibration is the evaluation with that file")
  func calibrated() async throws {
    let file = try CalibrationFile.fitted(to: .simulated)
    let report = try await report { $0.calibration = file }
    let row = try #require(report.rows.first { $0.calibration != nil })
    #expect(row.label == "standard + own 5 points + calibration" && row.calibration == "simulated")
    var run = try Run<GazeRig>.mini([.validation], participants: 3, duration: 8)
    try run.simulation.set("phone.recline", 30)
    run.calibration = file
    let evaluation = try await run.evaluation(jobs: 1)
    #expect(row.errorPoints == evaluation.figure("pointer.errorPoints.median")?.value)
    #expect(row.errorPoints != report.rows.last?.errorPoints)
    #expect(report.remarks.contains { $0.contains("simulated calibration") })
    let json = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect(rows.count { $0["calibration"] != nil } == 1 && rows.allSatisfy { $0["latencyMilliseconds"] == nil })
  }

  @Test("in hindsight standard errs less than with five points alone")
  func hindsight() async throws {
    let report = try await report { _ in }
    #expect(report.rows.map(\.label) == ["standard", "standard + hindsight", "standard + own 5 points"])
    let (best, five) = (report.rows[1], report.rows[2])
    #expect(try #require(best.errorPoints) < (try #require(five.errorPoints)))
    #expect(report.remarks.contains { $0.contains("another calibration in the session") })
  }
}
