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
