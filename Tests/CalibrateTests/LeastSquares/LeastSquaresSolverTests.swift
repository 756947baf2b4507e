import Foundation
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

/// y = a·exp(−b·t) + c with a ripple, so that residuals are not zero at the minimum.
private func decay(_ rate: Double, count: Int = 60, jacobian: Bool = true) -> LeastSquaresProblem {
  let t = (0..<count).map { Double($0) / 15 }
  let y = t.map { 2 * exp(-rate * $0) + 0.3 + 0.05 * sin(9 * $0) }
  return LeastSquaresProblem(
    parameterCount: 3, residualCount: count, weights: t.map { 1 + $0 },
    residuals: { x, r in for i in 0..<count { r[i] = x[0] * exp(-x[1] * t[i]) + x[2] - y[i] } },
    jacobian: jacobian
      ? { x, j in
        for i in 0..<count {
          j[i, 0] = exp(-x[1] * t[i])
          j[i, 1] = -t[i] * x[0] * exp(-x[1] * t[i])
          j[i, 2] = 1
        }
      } : nil)
}

struct LeastSquaresSolverTests {
  @Test("a reused solver gives exactly the results of a new one, whatever it solved before")
  func reuse() throws {
    for solver in [LeastSquares.Solver.qr, .cholesky] {
      var kept = LeastSquaresSolver(options: .init(solver: solver))
      for (rate, count) in [(0.7, 60), (1.3, 60), (0.9, 40), (0.7, 60)] {
        let problem = decay(rate, count: count)
        let again = try kept.solve(problem, from: [1, 1, 0])
        let new = try LeastSquares.solve(problem, from: [1, 1, 0], options: .init(solver: solver))
        #expect(again.x == new.x && again.residuals == new.residuals && again.jacobian == new.jacobian)
        #expect(again.covariance == new.covariance && again.iterations == new.iterations)
        #expect(again.evaluations == new.evaluations && again.rank == 3 && again.method == .lm)
      }
    }
  }

  @Test("elements that a problem never writes are zero, not those of the previous problem")
  func untouchedElements() throws {
    var solver = LeastSquaresSolver(options: .init(solver: .cholesky))
    _ = try solver.solve(decay(0.7, count: 8), from: [1, 1, 0])
    let diagonal = LeastSquaresProblem(
      parameterCount: 3, residualCount: 8, residuals: { x, r in for i in 0..<8 { r[i] = i < 3 ? x[i] - 2 : 0 } },
      jacobian: { _, j in for i in 0..<3 { j[i, i] = 1 } })
    let solution = try solver.solve(diagonal, from: [1, 1, 1])
    #expect(solution.jacobian.values.reduce(0, +) == 3)
    for value in solution.x { expectNear(value, 2, 1e-12) }
  }

  @Test("Cholesky reaches QR's minimum in no more evaluations, and gives the same covariance")
  func cholesky() throws {
    let exact = try LeastSquares.solve(decay(0.7), from: [1, 1, 0])
    let summed = try LeastSquares.solve(decay(0.7), from: [1, 1, 0], options: .init(solver: .cholesky))
    for k in 0..<3 { expectNear(summed.x[k] / exact.x[k], 1, 1e-9) }
    #expect(summed.stop == .smallStep && summed.evaluations <= exact.evaluations)
    expectNear(summed.cost / exact.cost, 1, 1e-13)
    let (a, b) = (try #require(summed.covariance), try #require(exact.covariance))
    for i in 0..<9 { expectNear(a.values[i] / b.values[i], 1, 1e-7) }
    // At the minimum Jᵀr = 0. Comparing Jᵀr with 0 is more sensitive than comparing costs, since the cost is flat at
    // the minimum.
    for k in 0..<3 {
      let slope = (0..<60).reduce(0) { $0 + summed.jacobian[$1, k] * summed.residuals[$1] }
      #expect(abs(slope) < 1e-11)
    }
  }

  @Test("an undefined element of a Jacobian counts as 0, by Cholesky as by QR")
  func undefinedJacobian() throws {
    for solver in [LeastSquares.Solver.qr, .cholesky] {
      let problem = LeastSquaresProblem(
        parameterCount: 1, residualCount: 3,
        residuals: { x, r in
          r[0] = x[0] - 1
          r[1] = .nan
          r[2] = x[0] - 3
        },
        jacobian: { _, j in j.values = [1, .nan, 1] })
      let solution = try LeastSquares.solve(problem, from: [0], options: .init(solver: solver))
      #expect(solution.jacobian.values == [1, 0, 1])
    }
  }

  @Test("if the first method fails the next is tried, and only then")
  func chain() throws {
    // From this start, the method `lm` moves to a region in which the exponential is saturated: the steps are small and
    // the Jacobian has rank 1.
    let t = [1.0, 2, 3, 5, 7, 10]
    let y = [109.0, 149, 149, 191, 213, 224]
    let boxBOD = LeastSquaresProblem(parameterCount: 2, residualCount: 6) { x, r in
      for i in 0..<6 { r[i] = x[0] * (1 - exp(-x[1] * t[i])) - y[i] }
    }
    let alone = try LeastSquares.solve(boxBOD, from: [1, 1], options: .init(fallsBack: false))
    #expect(alone.rank == 1 && alone.cost > 2000)
    let chain = try LeastSquares.solve(boxBOD, from: [1, 1])
    #expect(chain.method == .lmaccel && chain.rank == 2)
    expectNear(chain.cost, 1168.0088766, 1e-6)
    let easy = try LeastSquares.solve(boxBOD, from: [200, 0.5])
    #expect(easy.method == .lm && easy.evaluations < chain.evaluations)
  }
}
