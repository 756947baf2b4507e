import CGSL
import TestSupport
import Testing

@testable import GazeMetrics

struct GateAnalysesTests {
  @Test("the number of people doubles up to the maximum, which is the final analysis")
  func doubling() {
    #expect(GateAnalyses(first: 20, most: 160).people == [20, 40, 80, 160])
    #expect(GateAnalyses(first: 20, most: 100).people == [20, 40, 80, 100])
    #expect(GateAnalyses(first: 20, most: 21).people == [20, 21])
    for most in [20, 5, 0, -3] { #expect(GateAnalyses(first: 20, most: most).people == [20]) }
    #expect(GateAnalyses(first: 0, most: 0).people == [1])
    #expect(GateAnalyses(first: .max / 2 + 1, most: .max).people == [.max / 2 + 1, .max])
    #expect(GateAnalyses.once(12).people == [12])
  }

  @Test("the total error of all interim analyses is 5 %")
  func level() {
    #expect(GateAnalyses.once(20).level == 0.95)
    let analyses = GateAnalyses(first: 20, most: 160)
    expectNear(analyses.level, 0.9875, 1e-12)
    expectNear(analyses.errorOfAnalysis * Double(analyses.people.count), GateAnalyses.error, 1e-12)
  }
}
