import Foundation
import Testing

@testable import Calibrate

@Suite struct ParameterBoundTests {
  private let bounds: [ParameterBound] = [.free, .above(2), .below(-1), .between(-3, 5)]

  @Test("values stay within, slopes are their differences, and the inner number of a value leads back to it")
  func values() {
    for bound in bounds {
      for u in [-40, -2.3, -0.4, 0.3, 1.1, 1e6] {
        let x = bound.value(u)
        switch bound {
        case .free: #expect(x == u)
        case .above(let low): #expect(x >= low)
        case .below(let high): #expect(x <= high)
        case .between(let low, let high): #expect(x >= low && x <= high)
        }
        if abs(u) < 10 {
          let difference = (bound.value(u + 1e-5) - bound.value(u - 1e-5)) / 2e-5
          #expect(abs(difference - bound.slope(u)) < 1e-8)
        }
        if !bound.isOnBound(x), abs(u) > 0.1 {
          #expect(abs(bound.value(bound.inner(x)) - x) < 1e-9 * max(abs(x), 1))
        }
      }
    }
    // A start on a bound, or beyond, is moved inside, where the slope is not 0.
    #expect(ParameterBound.between(0, 1).slope(ParameterBound.between(0, 1).inner(7)) != 0)
    #expect(ParameterBound.above(0).value(ParameterBound.above(0).inner(-5)) > 0)
  }

  @Test("a bound that does not matter changes nothing; one that does holds the parameter, and says so")
  func solutions() throws {
    let t = (0..<30).map { Double($0) / 10 }
    let problem = LeastSquaresProblem(
      parameterCount: 2, residualCount: 30,
      residuals: { x, r in
        for i in 0..<30 { r[i] = x[0] * exp(-x[1] * t[i]) - 2 * exp(-0.7 * t[i]) - 0.01 * cos(5 * t[i]) }
      },
      jacobian: { x, j in
        for i in 0..<30 {
          j[i, 0] = exp(-x[1] * t[i])
          j[i, 1] = -t[i] * x[0] * exp(-x[1] * t[i])
        }
      })
    let free = try LeastSquares.solve(problem, from: [1, 1])
    let loose = try LeastSquares.solve(problem, from: [1, 1], within: [.above(0), .between(0.1, 3)])
    #expect(loose.onBound.isEmpty)
    let (a, b) = (try #require(free.covariance), try #require(loose.solution.covariance))
    for k in 0..<2 { #expect(abs(loose.solution.x[k] - free.x[k]) < 1e-8) }
    for i in 0..<4 { #expect(abs(a.values[i] / b.values[i] - 1) < 1e-6) }
    for (a, b) in zip(free.jacobian.values, loose.solution.jacobian.values) { #expect(abs(a - b) < 1e-7) }

    let tight = try LeastSquares.solve(problem, from: [1, 1], within: [.free, .between(0.9, 3)])
    #expect(tight.onBound == [1] && tight.solution.covariance == nil)
    #expect(abs(tight.solution.x[1] - 0.9) < 1e-5 && tight.solution.x[1] >= 0.9)
    #expect(tight.solution.cost > free.cost)
    #expect(throws: LeastSquaresError.self) { try LeastSquares.solve(problem, from: [1, 1], within: [.free]) }
  }
}
