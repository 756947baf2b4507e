import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct StudentReachTests {
  @Test("the 0.975 quantile is the tables': 0.05 % from two degrees, 3 % below")
  func tables() {
    // Published tables for whole degrees; numerical integration of the density for 1.2, 1.5 and 6.3.
    let known = [
      (1, 12.7062), (1.2, 8.6488), (1.5, 6.0167), (2, 4.30265), (3, 3.18245), (5, 2.57058), (6.3, 2.41894),
      (10, 2.22814), (14, 2.14479), (100, 1.98397), (1e6, 1.95997),
    ]
    for (freedom, quantile) in known {
      let found = StudentReach.of95Percent(freedom: freedom)
      expectNear(found / quantile, 1, (freedom < 2 ? 0.03 : 5e-4), "\(freedom): \(found)")
    }
    #expect(StudentReach.of95Percent(freedom: 0) == StudentReach.of95Percent(freedom: 1))
  }
}
