import CalibrationSupport
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

extension LeastSquaresProblem {
  func residuals(at x: [Double]) -> [Double] {
    var r = [Double].zeros(residualCount)
    residuals(x, &r)
    return r
  }

  /// Checks the Jacobian against central differences: to `tolerance` of each column's largest element, at least 1.
  func expectDerivatives(at x: [Double], step: Double, tolerance: Double) throws {
    var matrix = Matrix(rows: residualCount, columns: x.count)
    try #require(jacobian != nil)
    jacobian?(x, &matrix)
    for k in x.indices {
      var (up, down) = (x, x)
      up[k] += step
      down[k] -= step
      let numeric = zip(residuals(at: up), residuals(at: down)).map { ($0 - $1) / (2 * step) }
      let size = numeric.reduce(1) { max($0, abs($1)) }
      for row in numeric.indices {
        #expect(abs(numeric[row] - matrix[row, k]) <= tolerance * size, "row \(row), parameter \(k)")
      }
    }
  }
}
