import TestSupport
import Testing

@testable import GazeMetrics

struct BinnedErrorsTests {
  @Test("Each bin has its samples' mean; the end bins take those outside")
  func bins() {
    var errors = BinnedErrors(from: 0.2, width: 0.1, size: 3)
    for (value, error) in [(0.1, 1.0), (0.25, 3), (0.35, 10), (0.45, 20), (9, 40)] {
      errors.add(points: error, degrees: error / 10, at: value)
    }
    #expect(errors[0].errorPoints == 2 && errors[1].errorPoints == 10 && errors[2].errorPoints == 30)
    #expect(errors[0].errorDegrees == 0.2 && errors[3].errorPoints == nil && errors[-1].count == 0)
    #expect(errors.range(1) == (0.3, 0.4))
    expectNear(errors.mean, 10.15 / 5, 1e-12)
  }

  @Test("Merged halves equal the whole; other bins and invalid numbers change nothing")
  func merging() {
    let empty = BinnedErrors(from: 0, width: 1, size: 4)
    var (a, b, whole) = (empty, empty, empty)
    for i in 0..<8 {
      whole.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      if i % 2 == 0 {
        a.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      } else {
        b.add(points: Double(i), degrees: 1, at: Double(i) / 2)
      }
    }
    a.merge(b)
    a.merge(BinnedErrors(from: 1, width: 1, size: 4))
    for value in [Double.nan, .infinity, 1e10] {
      a.add(points: value, degrees: 1, at: 0)
      a.add(points: 1, degrees: value, at: 0)
      a.add(points: 1, degrees: 1, at: value)
    }
    #expect(a == whole && empty.mean == nil)
  }
}
