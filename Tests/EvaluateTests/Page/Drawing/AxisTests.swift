import Documents
import TestSupport
import Testing

@testable import Evaluate

@Suite struct AxisTests {
  @Test(
    "ends and ticks are round and enclose every value",
    arguments: [[0.0, 1], [3, 97], [0.00012, 0.00047], [-250, 180], [1e6, 3.3e6], [44, 120]])
  func round(_ values: [Double]) throws {
    let axis = Axis("x", holding: values)
    #expect(axis.lower <= values[0] && axis.upper >= values[1])
    #expect((3...12).contains(axis.ticks.count), "\(axis.ticks)")
    let gap = axis.ticks[1] - axis.ticks[0]
    expectNear(axis.ticks[0], axis.lower, 1e-9 * gap + 1e-12)
    for (a, b) in zip(axis.ticks, axis.ticks.dropFirst()) { #expect(abs(b - a - gap) < 1e-9 * abs(gap)) }
    #expect(Set(axis.ticks.map(axis.text)).count == axis.ticks.count, "\(axis.ticks.map(axis.text))")
  }

  @Test(
    "no value, one value, and non-finite values give an axis, too",
    arguments: [[], [5], [0, 0], [.nan, .infinity], [1e300, -1e300], [.nan, 3]] as [[Double]])
  func degenerate(_ values: [Double]) {
    let axis = Axis("x", holding: values)
    #expect(axis.lower.isFinite && axis.upper.isFinite && axis.upper > axis.lower)
    #expect(!axis.ticks.isEmpty && axis.ticks.allSatisfy { $0.isFinite })
    for value in values { #expect((0...1).contains(axis.share(value))) }
  }

  @Test("a tick has as many decimals as distinguish it from its neighbours")
  func text() {
    #expect(
      Axis("x", holding: [0, 1]).ticks.map(Axis("x", holding: [0, 1]).text) == [
        "0.0", "0.2", "0.4", "0.6", "0.8", "1.0",
      ])
    #expect(Axis("x", holding: [-20, 20]).text(-10) == "-10")
  }
}
