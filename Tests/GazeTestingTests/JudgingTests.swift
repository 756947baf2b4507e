import GazePipeline
import GazeRecording
import GazeSimulation
import TestSupport
import Testing

@testable import GazeMetrics
@testable import GazeTesting

struct JudgingTests {
  private let error = "pointer.errorPoints.median"

  private func estimate(_ lower: Double, _ upper: Double) throws -> PeopleEstimate {
    let interval = try #require(ConfidenceInterval(lower, upper))
    return PeopleEstimate(value: (lower + upper) / 2, interval: .interval(interval), people: 20)
  }

  @Test("limits and other gates are one family, each evaluated by its own index")
  func family() throws {
    let limits = [AccuracyGate(metric: error, limit: 100, direction: .max)]
    let other = AccuracyGate(metric: "scroll.f1", limit: -0.05, direction: .min)
    var judging = try Judging<PersonResult>(limits, beside: [other], GateAnalyses(first: 20, most: 40))
    var asked: [Int] = []
    let fine = try estimate(10, 20)
    judging.look(people: 20) { metric, _ in
      #expect(metric.name == error)
      return fine
    } others: { index, _ in
      asked.append(index)
      return nil
    }
    #expect(judging.count == 2 && asked == [0] && judging.analysesDone == 1 && judging.verdict == .inconclusive)
    #expect(judging.results { _ in fine }.map(\.verdict) == [.pass])
    #expect(judging.otherGate(0).verdict == .inconclusive)
    // The other gates may still be decided with more people.
    #expect(!judging.isOver { _ in true } && !judging.isOver { _ in false })
  }

  @Test("it is over with a verdict, and if nobody has the undecided figures")
  func over() throws {
    let limits = [
      AccuracyGate(metric: error, limit: 15, direction: .max),
      AccuracyGate(metric: "scroll.f1", limit: 0.5, direction: .min),
    ]
    var judging = try Judging<PersonResult>(limits, GateAnalyses(first: 20, most: 160))
    let fine = try estimate(10, 12)
    judging.look(people: 20) { metric, _ in metric.name == error ? fine : nil }
    #expect(!judging.isOver { _ in true })
    #expect(judging.isOver { $0.name == error }, "nobody scrolls, and nobody would among more people")
    var failing = try Judging<PersonResult>(limits, GateAnalyses(first: 20, most: 160))
    let bad = try estimate(30, 40)
    failing.look(people: 20) { metric, _ in metric.name == error ? bad : nil }
    #expect(failing.verdict == .fail && failing.isOver { _ in true })
  }
}
