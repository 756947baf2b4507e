import Foundation
import GazeMetrics
import Testing

@testable import Validation

struct PairedMedianTests {
  @Test(
    "The median's interval is between the sign test's order statistics",
    arguments: [(6, 1), (8, 1), (9, 2), (20, 6), (60, 22), (100, 40)])
  func median(people: Int, rank: Int) throws {
    let pairs = (1...people).map { (first: Double($0), second: 1.0) }
    let interval = try #require(PeopleEstimate.pairedMedianRatio(of: pairs)?.interval.interval)
    // 2 P(Binomial(n, ½) < rank) ≤ 0.05 < 2 P(Binomial(n, ½) < rank + 1), summed term by term.
    func below(_ r: Int) -> Double {
      var (sum, term) = (0.0, pow(0.5, Double(people)))
      for k in 0..<r {
        sum += term
        term *= Double(people - k) / Double(k + 1)
      }
      return 2 * sum
    }
    #expect(below(rank) <= 0.05 && below(rank + 1) > 0.05)
    #expect(abs(interval.lower - Double(rank)) < 1e-9 && abs(interval.upper - Double(people + 1 - rank)) < 1e-9)
  }

  @Test("Five people cannot bound a median at 95 %; six can")
  func fewForMedian() throws {
    let pairs = (1...5).map { (first: Double($0), second: 1.0) }
    let estimate = try #require(PeopleEstimate.pairedMedianRatio(of: pairs))
    #expect(abs(estimate.value - 3) < 1e-12 && estimate.interval == .needsPeople(6))
    #expect(PeopleEstimate.pairedMedianRatio(of: [(-1, 2)]) == nil)
  }
}
