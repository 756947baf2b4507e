import Foundation
import GazeMetrics
import Testing

struct AccuracyGateTests {
  @Test(
    "A limit passes to its value, fails beyond, is inconclusive within the interval",
    arguments: [
      (AccuracyGate.Direction.max, 1, 2, GateVerdict.pass), (.max, 1, 3, .pass), (.max, 1, 3.5, .inconclusive),
      (.max, 3, 4, .inconclusive), (.max, 3.5, 4, .fail), (.min, 4, 5, .pass), (.min, 3, 4, .pass),
      (.min, 2.5, 4, .inconclusive), (.min, 2, 3, .inconclusive), (.min, 1, 2.5, .fail),
    ] as [(AccuracyGate.Direction, Double, Double, GateVerdict)])
  func limit(direction: AccuracyGate.Direction, lower: Double, upper: Double, verdict: GateVerdict) {
    let gate = AccuracyGate(metric: "errorDegrees.median", limit: 3, direction: direction)
    #expect(gate.verdict(ConfidenceInterval(lower, upper)) == verdict)
  }

  @Test("Without an interval, or with a NaN limit, the verdict is inconclusive")
  func nothing() {
    #expect(AccuracyGate(metric: "f1", limit: 0.9, direction: .min).verdict(nil) == .inconclusive)
    for direction in [AccuracyGate.Direction.min, .max] {
      #expect(
        AccuracyGate(metric: "f1", limit: .nan, direction: direction).verdict(ConfidenceInterval(0, 1)) == .inconclusive
      )
    }
  }

  @Test("One failure fails all, else one inconclusive or an empty list is inconclusive")
  func combined() {
    #expect(GateVerdict.combined([.pass, .inconclusive, .fail, .pass]) == .fail)
    #expect(GateVerdict.combined([.pass, .inconclusive, .pass]) == .inconclusive)
    #expect(GateVerdict.combined([.inconclusive, .fail]) == .fail)
    #expect(GateVerdict.combined([.pass, .pass]) == .pass)
    #expect(GateVerdict.combined([]) == .inconclusive)
  }

  @Test("A result writes every key, null for a missing number, and reads back")
  func coding() throws {
    let gate = AccuracyGate(metric: "f1", limit: 0.9, direction: .min)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let few = gate.result(PeopleEstimate.proportion(of: [(1, 2), (3, 4)]))
    let data = try encoder.encode(few)
    let text = String(decoding: data, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"ci95":null,"decision":null,"direction":"min","limit":0.9,"looks":1,"metric":"f1","#
          + #""people":2,"peopleNeeded":5,"value":0.66"#
      ))
    #expect(text.hasSuffix(#""verdict":"inconclusive"}"#))
    #expect(try JSONDecoder().decode(GateResult.self, from: data) == few)

    let many = gate.result(PeopleEstimate.proportion(of: Array(repeating: (99, 100), count: 30)))
    #expect(many.verdict == .pass && many.peopleNeeded == nil)
    #expect(try JSONDecoder().decode(GateResult.self, from: encoder.encode(many)) == many)
    #expect(gate.result(nil).value == nil && gate.result(nil).verdict == .inconclusive)
  }
}
