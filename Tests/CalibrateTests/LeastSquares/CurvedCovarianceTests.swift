import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct CurvedCovarianceTests {
  @Test("for linear residuals it is the ordinary covariance, to 1e-9 of it")
  func straight() throws {
    var rng = SeededGenerator(seed: 5)
    let rows = (0..<200).map { _ in
      (x: rng.number(-1...1), y: rng.number(-1...1))
    }
    let problem = LeastSquaresProblem(
      parameterCount: 2, residualCount: rows.count,
      residuals: { p, r in for (i, row) in rows.enumerated() { r[i] = p[0] + p[1] * row.x - row.y } },
      jacobian: { _, j in for (i, row) in rows.enumerated() { (j[i, 0], j[i, 1]) = (1, row.x) } })
    let found = try LeastSquares.solve(problem, from: [0, 0])
    let plain = try #require(found.covariance)
    let curved = try #require(found.curvedCovariance(of: problem, bending: [0, 1]))
    for (a, b) in zip(plain.values, curved.values) { expectNear(a, b, 1e-9 * plain[0, 0]) }
  }

  @Test(
    "a rotation between clouds of noise is not identified, whatever the covariance: n = 2,000",
    arguments: [(size: 0.0, isTold: false), (size: 10.0, isTold: true)])
  func noise(_ size: Double, _ isTold: Bool) throws {
    var rng = SeededGenerator(seed: 9)
    // Points in two pictures, with noise in both; with size 0 there is only noise.
    let pairs = (0..<2000).map { _ in
      let place = rng.normalPair() * size
      return (from: place + rng.normalPair(), to: place + rng.normalPair())
    }
    let root = 2.0.squareRoot()
    let problem = LeastSquaresProblem(
      parameterCount: 1, residualCount: 2 * pairs.count,
      residuals: { p, r in
        let (c, s) = (Elementary.cos(p[0]), Elementary.sin(p[0]))
        for (i, pair) in pairs.enumerated() {
          r[2 * i] = (c * pair.from.x - s * pair.from.y - pair.to.x) / root
          r[2 * i + 1] = (s * pair.from.x + c * pair.from.y - pair.to.y) / root
        }
      },
      jacobian: { p, j in
        let (c, s) = (Elementary.cos(p[0]), Elementary.sin(p[0]))
        for (i, pair) in pairs.enumerated() {
          j[2 * i, 0] = (-s * pair.from.x - c * pair.from.y) / root
          j[2 * i + 1, 0] = (c * pair.from.x - s * pair.from.y) / root
        }
      })
    let found = try LeastSquares.solve(problem, from: [0])
    let plain = try #require(found.covariance)[0, 0].squareRoot()
    let curved = try #require(found.curvedCovariance(of: problem, bending: [0]))[0, 0].squareRoot()
    if isTold {
      expectNear(curved / plain, 1, 0.05)
    } else {
      #expect(plain < 0.03 && curved > 10 * plain, "\(curved) \(plain)")
    }
  }
}
