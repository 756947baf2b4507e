import TestSupport
import Testing

@testable import GazeMetrics

struct ErrorSummaryTests {
  @Test("Five known errors have their textbook mean, RMS and quantiles")
  func known() {
    var summary = ErrorSummary()
    for error in [3, 1, 4, 1, 5.0] { summary.add(error) }
    expectNear(summary.mean, 2.8, 1e-12)
    expectNear(summary.rms, (52.0 / 5).squareRoot(), 1e-12)
    expectNear(summary.median, 3, 0.003)
    #expect(summary.count == 5 && summary.maximum == 5)
  }

  @Test("An empty summary has no figures")
  func nothing() {
    var summary = ErrorSummary()
    for error in [Double.nan, -1, .infinity] {
      let isTaken = summary.add(error)
      #expect(!isTaken)
    }
    #expect(summary.mean == nil && summary.rms == nil && summary.median == nil && summary.p95 == nil)
  }

  @Test("Merged parts equal the whole, also with a large common offset (n = 3,000)")
  func merging() {
    var rng = SeededGenerator(seed: 4)
    var (whole, left, right) = (ErrorSummary(), ErrorSummary(), ErrorSummary())
    for i in 0..<3000 {
      let error = 1e6 + rng.uniform()
      whole.add(error)
      if i < 1000 { left.add(error) } else { right.add(error) }
    }
    left.merge(right)
    left.merge(ErrorSummary())
    expectNear(left.mean, whole.mean, 1e-7)
    expectNear(left.rms, whole.rms, 1e-7)
    #expect(left.p90 == whole.p90 && left.p95 == whole.p95 && left.count == 3000)
  }

  @Test("The largest finite number leaves finite figures")
  func hostile() {
    var summary = ErrorSummary()
    summary.add(.greatestFiniteMagnitude)
    #expect(summary.mean == 1e9 && summary.rms == 1e9)
  }

  @Test("A condensed summary keeps its figures")
  func condensed() {
    var summary = ErrorSummary()
    for value in stride(from: 1.0, through: 900, by: 1.7) { summary.add(value) }
    let whole = summary
    summary.condense()
    #expect(summary.count == whole.count && summary.mean == whole.mean && summary.rms == whole.rms)
    #expect(summary.median == whole.median && summary.p90 == whole.p90 && summary.p95 == whole.p95)
    #expect(summary.maximum == whole.maximum && summary.quantile(0.75) == whole.quantile(0.75))
    var empty = ErrorSummary()
    empty.condense()
    #expect(empty == ErrorSummary() && empty.median == nil)
  }
}
