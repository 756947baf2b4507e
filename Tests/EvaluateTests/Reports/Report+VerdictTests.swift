import Documents
import GazeMetrics
import GazePipeline
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct ReportVerdictTests {

  /// The median error of 10 people, held against a limit.
  private func report(_ limit: (ReportFigure) throws -> Double) async throws -> Report<GazeRig> {
    let run = try Run.mini(participants: 10, duration: 6)
    let figure = try #require(try await run.evaluation().figure(medianError))
    let gate = AccuracyGate.most(medianError, try limit(figure))
    return try await run.evaluation(limits: [gate])
  }

  private func first(_ report: Report<GazeRig>) -> String { report.gateLines[0] }

  @Test("a lag beyond a default limit is said to come from the smoothing, with the way to limits of one's own")
  func smoothing() async throws {
    // A mean of 13 frames is 100 ms late, which the mapping may be, and the tracker is late besides.
    var run = try Run.mini(participants: 12, duration: 20)
    run.options.smoothing = .movingAverage(13)
    let limits = [AccuracyGate.most("pointer.latencyMilliseconds", 70)]
    var report = try await Evaluation(run, limits: limits, mostParticipants: 12).evaluation()
    #expect(report.gates[0].verdict == .fail && report.correctness?.verdict == .pass)
    #expect(report.lagAdvice == nil)
    report.hasDefaultLimits = true
    let own = try #require(report.correctness?.checks.first { $0.metric == "pointer.lagMilliseconds" }?.physical)
    #expect((90.0...110).contains(own))
    let advice = try #require(report.lagAdvice)
    #expect(advice.hasPrefix("Its own smoothing adds \(NumberText.whole(own)) of the "))
    #expect(report.gateLines.contains { $0.contains("gazesim gate --write-limits limits.json") })
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
    expectNear(Double(more + half.participants), expected, 12, "\(more)")
    #expect(first(half).hasPrefix("INCONCLUSIVE  1 of 1 figure; about \(more) more people would decide"))
    let lines = half.gateLines
    #expect(lines.contains { $0.contains("gazesim gate --most-participants \(more + half.participants)") })
  }

  @Test("a figure at its limit is decided by no number of people")
  func never() async throws {
    let report = try await report { try #require($0.value) }
    #expect(report.decisive == .noNumber)
    #expect(first(report).contains("more people do not help"))
  }
}
