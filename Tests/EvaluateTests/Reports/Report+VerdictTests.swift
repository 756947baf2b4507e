import GazeMetrics
import GazeTesting
import Testing

@testable import Evaluate

@Suite struct ReportVerdictTests {
  private static let metric = "pointer.errorPoints.median"

  /// The median error of 10 people, held against a limit.
  private func report(_ limit: (ReportFigure) throws -> Double) async throws -> Report<GazeRig> {
    let run = try Run.mini(participants: 10, duration: 6)
    let figure = try #require(try await run.evaluation(jobs: 2).figure(Self.metric))
    let gate = AccuracyGate(metric: Self.metric, limit: try limit(figure), direction: .max)
    return try await run.evaluation(limits: [gate], jobs: 2)
  }

  private func first(_ report: Report<GazeRig>) -> String { report.brief(Invocation(["gate"])).text(width: 80)[0] }

  @Test("PASS and FAIL are the first word, and failures are counted")
  func verdicts() async throws {
    #expect(first(try await report { _ in 1e5 }).hasPrefix("PASS  no worse than its limits"))
    let failed = try await report { _ in 0.01 }
    #expect(first(failed).hasPrefix("FAIL  1 of 1 limit "))
    #expect(failed.brief(Invocation(["gate"])).text(width: 80).contains { $0.hasPrefix("  x  median pointer error ") })
  }

  @Test("the verdict names the recentring that was judged")
  func choices() async throws {
    var judged = try await report { _ in 1e5 }
    judged.subject.recentre = "dot"
    let head = judged.brief(Invocation(["gate"])).text(width: 80).prefix(2).joined(separator: " ")
    #expect(head.contains("pipeline standard, recentring dot"), "\(head)")
  }

  @Test("INCONCLUSIVE says how many more people would decide if the figure stayed, and the next command asks for them")
  func undecided() async throws {
    // The limit is half way to the interval's end: twice as narrow an interval takes four times as many people.
    let half = try await report { figure in
      let (value, interval) = (try #require(figure.value), try #require(figure.ci95))
      return value + (interval.upper - value) / 2
    }
    guard case .people(let more) = half.decisive else { Issue.record("\(half.decisive)"); return }
    let people = try #require(half.gates.first?.people)
    let expected: Double = 4 * 1.1 * Double(people)
    #expect(abs(Double(more + half.participants) - expected) < 12, "\(more)")
    #expect(first(half).hasPrefix("INCONCLUSIVE  1 of 1 figure; about \(more) more people would decide"))
    let lines = half.brief(Invocation(["gate"])).text(width: 80)
    #expect(lines.contains { $0.contains("gazesim gate --most-participants \(more + half.participants)") }, "\(lines)")
  }

  @Test("a limit on a figure without a value says so in the first line")
  func unmeasured() async throws {
    var run = GateRun(
      try .mini([.reading], participants: 20, duration: 1),
      limits: [AccuracyGate(metric: "scroll.f1", limit: 0.2, direction: .min)])
    run.mostParticipants = 20
    let report = try await run.evaluation(jobs: 2)
    #expect(first(report) == "INCONCLUSIVE  scroll F1 has no value in these takes: too few scrolls")
  }

  @Test("a figure at its limit is decided by no number of people")
  func never() async throws {
    let report = try await report { try #require($0.value) }
    #expect(report.decisive == .noNumber)
    #expect(first(report).contains("more people do not help"))
  }
}
