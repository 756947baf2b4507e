import GazeMetrics
import Testing

@Suite struct PeoplePercentilesTests {
  @Test("agree with NumPy: np.percentile([3, 0, 9, 1, 0.5], [50, 90]) is [1, 6.6]")
  func numPy() throws {
    let p = try #require(PeoplePercentiles([3, 0, 9, 1, 0.5]))
    #expect(p.people == 5)
    #expect(p.median == 1)
    #expect(abs(p.p90 - 6.6) < 1e-12)
    #expect(p.max == 9)
  }

  @Test("one person's value is every percentile; nobody gives nil; non-finite values do not count")
  func edges() {
    #expect(PeoplePercentiles([2])?.p90 == 2)
    #expect(PeoplePercentiles([]) == nil)
    #expect(PeoplePercentiles([.nan, .infinity]) == nil)
    #expect(PeoplePercentiles([.nan, 4])?.people == 1)
  }
}
