import GazePipeline
import TestSupport
import Testing

@testable import GazeMetrics

struct PeoplePercentilesTests {
  @Test("agree with NumPy's percentiles of [3, 0, 9, 1, 0.5]: 1 and 6.6")
  func numPy() throws {
    let p = try #require(PeoplePercentiles([3, 0, 9, 1, 0.5]))
    #expect(p.people == 5)
    #expect(p.median == 1)
    expectNear(p.p90, 6.6, 1e-12)
    #expect(p.max == 9)
  }

  @Test("one person's value is every percentile; nobody's is nil; NaN does not count")
  func edges() {
    #expect(PeoplePercentiles([2])?.p90 == 2)
    #expect(PeoplePercentiles([]) == nil)
    #expect(PeoplePercentiles([.nan, .infinity]) == nil)
    #expect(PeoplePercentiles([.nan, 4])?.people == 1)
  }
}
