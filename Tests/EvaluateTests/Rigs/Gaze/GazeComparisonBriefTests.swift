import GazeMetrics
import GazeSimulation
import Testing

@testable import Evaluate

@Suite struct GazeComparisonBriefTests {
  @Test("a ratio is said in the direction that a reader expects")
  func times() throws {
    let interval = try #require(ConfidenceInterval(0.5, 1.1))
    #expect(Times(0.8, interval)?.words == "1.25 times worse [0.91, 2.0]")
    #expect(Times(2, ConfidenceInterval(1.25, 4))?.words == "2.0 times better [1.25, 4.0]")
    #expect(Times(0.04, nil)?.words == "25 times worse")
    #expect(Times(nil, nil) == nil && Times(0, nil) == nil && Times(.nan, nil) == nil)
  }

  @Test("rows are sorted by error, the first six are shown, and the first line concludes")
  func rows() async throws {
    let run = try Run.mini(participants: 8, duration: 6)
    let comparison = GazeComparison(
      run, reclines: [30],
      arms: GazeComparison.arms([.virakri, .heatmap, .gazecapture, .moawinberg, .standard], .constants))
    let report = GazeComparisonReport(
      comparison, try await GazeComparison.results(of: [comparison], jobs: 2)[0])
    let command = Invocation(["compare"])
    let lines = GazeComparisonBrief.brief(report, command, all: false).text(width: 80)
    let all = GazeComparisonBrief.brief(report, command, all: true).text(width: 80)
    let best = try #require(report.rows.min { ($0.errorPoints ?? 0) < ($1.errorPoints ?? 0) })
    #expect(lines[0].hasPrefix(best.label.replacing(" + own 5 points", with: ", 5 points").prefix(10)), "\(lines)")
    let hidden = report.rows.count - 6
    #expect(lines.contains("  \(hidden) more: --all"), "\(lines)")
    #expect(lines.contains { $0.hasSuffix("gazesim compare --all") } && !all.contains { $0.hasSuffix("compare --all") })
    let errors = all.compactMap { line in
      line.firstMatch(of: /\ ([0-9.]+) +(?:[0-9.]+ times|reference)/).flatMap { Double($0.1) }
    }
    // The two rows of a pointer at rest are below those of the pipelines.
    let own = Array(errors.dropLast(2))
    #expect(own.count == report.rows.count && own == own.sorted(), "\(all)")
    for row in report.rows where row.label != report.reference {
      let isTie = row.ratioCI95?.contains(1) ?? false
      let label = row.label.replacing(" + own 5 points", with: ", 5 points").replacing(
        " + best constant", with: " + const")
      #expect(all.contains { $0.hasPrefix((isTie ? "~  " : "   ") + label + " ") }, "\(row.label) in \(all)")
    }
  }
}
