import Documents
import Foundation
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting
import TestSupport
import Testing

@testable import Evaluate

@Suite struct WrittenLimitsTests {
  private func interval(_ lower: Double, _ upper: Double) throws -> ConfidenceInterval {
    try #require(ConfidenceInterval(lower, upper))
  }

  @Test("a limit is the room beyond the bad end, rounded away from the figure to three digits")
  func rounding() throws {
    let error = GazeMetricName.pointerErrorPointsMedian.metric
    #expect(WrittenLimits.limit(on: error, try interval(112, 200), room: 0.25) == 250)
    #expect(WrittenLimits.limit(on: error, try interval(112, 200.1), room: 0.25) == 251)
    #expect(WrittenLimits.limit(on: error, try interval(112, 12345), room: 0) == 12400)
    let f1 = GazeMetricName.scrollF1.metric
    expectNear(WrittenLimits.limit(on: f1, try interval(0.4, 0.9), room: 0.25), 0.3, 1e-12)
    // The room is at least the smallest change that counts, and a limit that nothing breaks is not made.
    let loss = GazeMetricName.pointerDataLoss.metric
    expectNear(WrittenLimits.limit(on: loss, try interval(0, 0), room: 0.25), 0.005, 1e-12)
    #expect(WrittenLimits.limit(on: f1, try interval(0.03, 0.5), room: 0.25) == nil)
  }

  @Test("the written file is a limits file that the same people pass, and says where it comes from")
  func passes() async throws {
    let run = try Run.mini(participants: 12, duration: 15)
    let report = try await run.evaluation()
    let others = ["pointer.sizeFor95Points", "scroll.recall"]
    let names = [medianError, "pointer.latencyMilliseconds"] + others
    let made = try WrittenLimits(report, on: names, room: 0.25)
    #expect(made.gates.map(\.metric) == Array(names.prefix(2)))
    #expect(
      made.metricsWithoutLimit.count == 2 && made.metricsWithoutLimit[0].contains("sizeFor95Points: needs 100 people"),
      "\(made.metricsWithoutLimit)")
    let scratch = try ScratchFolder()
    let path = try scratch.write(try jsonText(made), to: "limits.json")
    let file = try LimitsFile(path: path)
    #expect(file.limits == made.gates)
    #expect(file.madeFrom?.contains("12 people, simulated, iphone12mini, standard, validation") == true)
    #expect(file.madeFrom?.contains("25 % beyond") == true)
    #expect(try await run.evaluation(limits: file.limits).verdict == .pass)
  }

  @Test("limits on scrolling can be left out, with the reason")
  func leaveOut() async throws {
    let run = try Run.mini([.reading], participants: 18, duration: 30)
    let report = try await run.evaluation()
    var made = try WrittenLimits(report, on: [medianError, "scroll.falsePerMinute"], room: 0.5)
    #expect(made.gates.count == 2, "\(made.metricsWithoutLimit)")
    made.leaveOut(prefix: "scroll.", because: "nobody is asked to scroll")
    #expect(made.gates.map(\.metric) == [medianError])
    #expect(made.metricsWithoutLimit.last == "scroll.falsePerMinute: nobody is asked to scroll")
  }
}
