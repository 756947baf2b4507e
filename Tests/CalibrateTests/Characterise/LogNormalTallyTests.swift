import Foundation
import GazeMetrics
import TestSupport
import Testing

@testable import Calibrate

struct LogNormalTallyTests {
  @Test("median and spread of log-normal lengths are covered 90 to 99 % of 400 times")
  func coverage() throws {
    // With a true coverage of 0.95 the observed one has a standard deviation of 0.011.
    var random = SeededGenerator(seed: 41)
    var covered = (median: 0, spread: 0)
    for _ in 0..<400 {
      var tally = LogNormalTally()
      for _ in 0..<8 { tally.add(0.2 * exp(0.3 * random.normal())) }
      if try #require(tally.median?.interval).contains(0.2) { covered.median += 1 }
      if try #require(tally.spread?.interval).contains(0.3) { covered.spread += 1 }
    }
    #expect((360...396).contains(covered.median) && (360...396).contains(covered.spread), "\(covered)")
  }

  @Test("one length has a median and no interval; invalid lengths are not counted")
  func few() {
    var tally = LogNormalTally()
    for length in [0, -1, .nan, .infinity] { tally.add(length) }
    #expect(tally.count == 0 && tally.median == nil)
    tally.add(2)
    #expect(tally.median?.value == 2 && tally.median?.interval == nil && tally.spread == nil)
  }
}
