import Foundation
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct GazeComparisonReportTests {
  /// 4 people, 10 s of validation each, seed 21.
  private func report(closed: Bool = false, setting: [String: Double] = [:]) async throws -> GazeComparisonReport {
    var run = try Run<GazeRig>.mini(
      closed ? [.reading] : [.validation], participants: 4, duration: 10, setting: setting)
    run.loop = closed ? .closed : .open
    let comparison = GazeComparison(
      run, reclines: [30], arms: GazeComparison.arms([.virakri, .gazecapture, .standard], .constants))
    return GazeComparisonReport(comparison, .init(rows: try await comparison.rows(jobs: 2)))
  }

  @Test("it names its subject, holds one row per arm and the facts of each pipeline once, and survives JSON")
  func json() async throws {
    let report = try await report()
    #expect(report.rows.map(\.label).last == report.reference && report.rows.count == 5)
    #expect(report.pipelines.map(\.name) == ["virakri", "gazecapture", "standard"])
    #expect(report.subject.contains("iphone12mini: 4 people, simulated, preset typical"))
    #expect(report.subject.contains("open loop"))
    let data = try JSONEncoder().encode(report)
    let back = try JSONDecoder().decode(GazeComparisonReport.self, from: data)
    #expect(back.rows.map(\.errorPoints) == report.rows.map(\.errorPoints))
    #expect(back.pipelines == report.pipelines && back.bridge == report.bridge)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["schema"] as? String == "gazesim.comparison" && object["version"] as? Int == 1)
  }

  @Test("the remarks state the conditions of these rows")
  func remarks() async throws {
    let open = try await report().remarks.joined(separator: " ")
    #expect(open.contains("best constant") && open.contains("2021 article's rule") && !open.contains("turned"))
    let turned = try await report(setting: ["phone.orientation": 1]).remarks.joined(separator: " ")
    #expect(turned.contains("landscapeRight") && turned.contains("only standard and gazecapture"))
    #expect(try await report(closed: true).subject.contains("its own closed loop"))
  }

  @Test("a device with a hostile name harms neither Markdown nor CSV")
  func hostile() async throws {
    var report = try await report()
    report.device = "<script>|\n=1+1"
    report.rows[0].label = "a,\"b\"\r\n| c"
    #expect(!report.markdown.contains("<script>"))
    let header = report.markdown.split(separator: "\n").filter { $0.hasPrefix("| a,") }
    #expect(header.count == 1 && header[0].contains("\\|"))
    // Line ends too: a name is one line, and contains no control characters.
    #expect(report.csv.contains("\"a,\"\"b\"\"\u{FFFD}\u{FFFD}| c\""))
    #expect(!report.csv.contains("\r\n=1+1"))
  }

  @Test("two runs give the same bytes, whatever the jobs (seed 21)")
  func determinism() async throws {
    var run = try Run<GazeRig>.mini([.validation], participants: 5, duration: 10)
    run.loop = .open
    let comparison = GazeComparison(run, reclines: [30], arms: GazeComparison.arms(GazeRig.pipelines, .constants))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let one = try encoder.encode(GazeComparisonReport(comparison, .init(rows: try await comparison.rows(jobs: 1))))
    let two = try encoder.encode(GazeComparisonReport(comparison, .init(rows: try await comparison.rows(jobs: 2))))
    #expect(one == two)
  }
}
