import TestSupport
import Testing

@testable import Evaluate

@Suite struct NormalEquationsTests {
  /// Sums of products of the rows (1, x, 2x, y).
  private func equations(_ points: [(x: Double, y: Double)]) -> NormalEquations {
    var matrix = [[Double]](repeating: [0, 0, 0, 0], count: 4)
    for point in points {
      let row = [1, point.x, 2 * point.x, point.y]
      for i in 0..<4 { for j in 0..<4 { matrix[i][j] += row[i] * row[j] } }
    }
    return NormalEquations(matrix)
  }

  @Test("the fit of a line, and what it leaves")
  func line() {
    var fit = equations([(0, 1), (1, 3), (2, 5), (3, 8)])
    #expect(fit.rest == 99)
    fit.sweep(0)
    expectNear(fit.rest, 99 - 17.0 * 17 / 4, 1e-12)
    let next = fit.next(1)
    fit.sweep(1)
    // By hand: slope 11.5/5, and the squares of the residuals 0.2, -0.1, -0.4, 0.3.
    expectNear(next.coefficient, 2.3, 1e-12)
    expectNear(next.explained, 26.45, 1e-12)
    expectNear(fit.rest, 0.3, 1e-12)
    for (weight, expected) in zip(fit.residual, [0.8, 2.3, 0, -1]) { expectNear(weight, expected, 1e-12) }
  }

  @Test("a combination of earlier columns explains nothing more")
  func dependent() {
    var fit = equations([(0, 1), (1, 3), (2, 5), (3, 8)])
    for column in [0, 1] { fit.sweep(column) }
    let before = fit
    fit.sweep(2)
    fit.sweep(1)
    #expect(fit == before && fit.next(2).explained == 0)
  }

  @Test("the sum of takes has a constant for each of them")
  func takes() {
    let first = equations([(0, 1), (1, 2), (2, 3)])
    let second = equations([(0, 11), (1, 12), (2, 13)])
    var both = NormalEquations.sum([first, second], without: 0)
    expectNear(both.rest, 4, 1e-9)
    both.sweep(1)
    #expect(both.rest < 1e-9)
  }
}
