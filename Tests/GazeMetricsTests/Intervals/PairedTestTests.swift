import CGSL
import Foundation
import GazeMetrics
import TestSupport
import Testing

struct PairedTestTests {
  @Test("p is that of Student's t with both tails", arguments: [-0.2, 0, 0.7, 30])
  func student(shift: Double) throws {
    let differences = [0.1, -0.3, 0.25, 0.4, -0.05, 0.2].map { $0 + shift }
    let p = try #require(PairedTest.p(of: differences.map { ($0 + 3, 3) } + [(.nan, 1), (1, .infinity)]))
    let expected = 2 * gsl_cdf_tdist_Q(abs(differences.mean) / (differences.sd / 5.0.squareRoot()), 5)
    expectNear(p, expected, 1e-9 * max(expected, 1e-3))
  }

  @Test("p is 1 without difference, 0 for all the same, nil for one person")
  func edges() {
    #expect(PairedTest.p(of: [(1, 1), (2, 2)]) == 1)
    #expect(PairedTest.p(of: [(1.5, 1), (2.5, 2)]) == 0)
    #expect(PairedTest.p(of: [(1, 2)]) == nil && PairedTest.p(of: []) == nil)
  }

  @Test("The adjustment agrees with Holm's example, in the order given")
  func holm() {
    let adjusted = PairedTest.holm([0.01, 0.04, nil, 0.03, 0.005]).map { $0.map { ($0 * 1e6).rounded() / 1e6 } }
    // Holm's adjusted values are 4 × 0.005, 3 × 0.01 and 2 × 0.03; no adjusted value is below the one before it.
    #expect(adjusted == [0.03, 0.06, nil, 0.06, 0.02])
    #expect(PairedTest.holm([0.9, 0.8]) == [1, 1])
    #expect(PairedTest.holm([]).isEmpty)
  }

  @Test("Among 20 true null hypotheses Holm rejects one in at most 8 % of 500 studies")
  func familyWise() throws {
    var rng = SeededGenerator(seed: 31)
    let alarms = try (0..<500).count { _ in
      let p = try (0..<20).map { _ in try #require(PairedTest.p(of: (0..<15).map { _ in (rng.normal(), 0) })) }
      return PairedTest.holm(p).contains { $0.map { $0 < 0.05 } ?? false }
    }
    // If 5 % of studies have a false rejection, the share in 500 studies has a standard deviation of 1 %; without the
    // adjustment 64 % of studies would have one.
    #expect((10...40).contains(alarms), "\(alarms)")
  }
}
