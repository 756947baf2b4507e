import Testing

@testable import Calibrate

@Suite struct NormalPriorTests {
  @Test("a prior has the weight of a measurement of the same sigma, with and without Jacobian or weights")
  func measurement() throws {
    // Four measurements of x₀ with sigma 2, mean 10; prior 4 ± 1: posterior (10·4/4 + 4)/(4/4 + 1) = 7 ± √½. x₁ has
    // only its prior.
    let y = [9.0, 10, 11, 10]
    for jacobian in [true, false] {
      for weights in [[0.25, 0.25, 0.25, 0.25], nil] {
        let unit = weights == nil ? 0.5 : 1
        let problem = LeastSquaresProblem(
          parameterCount: 2, residualCount: 4, weights: weights,
          residuals: { x, r in for i in r.indices { r[i] = (x[0] - y[i]) * unit } },
          jacobian: jacobian ? { _, j in for i in 0..<4 { j[i, 0] = unit } } : nil)
        let priors = [NormalPrior(0, mean: 4, sigma: 1), NormalPrior(1, mean: -3, sigma: 0.5)].compactMap { $0 }
        let solution = try LeastSquares.solve(problem.adding(priors), from: [0, 0])
        #expect(abs(solution.x[0] - 7) < 1e-8 && abs(solution.x[1] + 3) < 1e-8)
        let covariance = try #require(solution.covariance)
        #expect(abs(covariance[0, 0] - 0.5) < 1e-7 && abs(covariance[1, 1] - 0.25) < 1e-7)
      }
    }
  }

  @Test("a prior with an invalid sigma is ignored")
  func refusals() {
    #expect(NormalPrior(0, mean: 1, sigma: 0) == nil)
    #expect(NormalPrior(0, mean: .nan, sigma: 1) == nil)
    #expect(NormalPrior(-1, mean: 0, sigma: 1) == nil)
  }
}
