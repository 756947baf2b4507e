import TestSupport
import Testing

@testable import Calibrate

struct DistributionsTests {
  @Test("the normal quantile agrees with tables")
  func normal() {
    expectNear(Distributions.normalQuantile(0.975), 1.959963984540054, 1e-12)
    expectNear(Distributions.normalQuantile(0.99995), 3.890591886413124, 1e-9)
    #expect(Distributions.normalQuantile(0.5) == 0)
  }
}
