import GazePipeline
import TestSupport
import Testing

@testable import Calibrate

struct ClusterCovarianceTests {
  /// The mean of numbers as a fit in which each number is a cluster.
  private func mean(_ y: [Double]) throws -> ClusterCovariance {
    let problem = LeastSquaresProblem(
      parameterCount: 1, residualCount: y.count,
      residuals: { x, r in
        for i in y.indices { r[i] = x[0] - y[i] }
      },
      jacobian: { _, j in
        for i in y.indices { j[i, 0] = 1 }
      })
    let solution = try LeastSquares.solve(problem, from: [0])
    return try #require(solution.covariance(clusters: y.indices.map { $0..<($0 + 1) }))
  }

  @Test("a mean's covariance is s²/n, with n − 1 degrees of freedom")
  func mean() throws {
    let found = try mean((1...10).map(Double.init))
    // 82.5/9/10 is s²/n.
    expectNear(found.matrix[0, 0], 82.5 / 90, 1e-12)
    expectNear(found.standardError(0), 0.957_427, 1e-6)
    #expect(found.freedom == [9])
    #expect(try mean([1, -1, 1, -1, 1, -1]).freedom == [5])
  }

  @Test("one number that is all scatter leaves few degrees of freedom: 2.81")
  func few() throws {
    // The deviations are −1 nine times and 9 once: Σd² = 90, Σd⁴ = 6570, 2·90²/(6570 − 90²/10).
    let found = try mean([Double].zeros(9) + [10])
    expectNear(found.freedom[0], 2.8125, 1e-9)
  }

  @Test("normal numbers have n degrees of freedom: n = 4,000, within 16 % (SD 3.9 %)")
  func normal() throws {
    var random = SeededGenerator(seed: 12)
    let found = try mean((0..<4000).map { _ in random.normal() })
    #expect(found.freedom[0] > 0.84 * 4000 && found.freedom[0] <= 3999)
  }

  @Test("a parameter that one cluster alone determines has no covariance")
  func alone() throws {
    let problem = LeastSquaresProblem(
      parameterCount: 1, residualCount: 3,
      residuals: { x, r in
        for i in 0..<3 { r[i] = i == 0 ? x[0] - 1 : 0.5 }
      },
      jacobian: { _, j in j[0, 0] = 1 })
    let solution = try LeastSquares.solve(problem, from: [0])
    #expect(solution.covariance(clusters: [0..<1, 1..<2, 2..<3]) == nil)
  }
}

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
