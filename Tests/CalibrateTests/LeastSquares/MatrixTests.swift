import GazeRecording
import TestSupport
import Testing

@testable import Calibrate

struct MatrixTests {
  @Test("AᵀA and Aᵀu are the sums of products, for any number of rows and columns", arguments: [1, 2, 3, 4, 5, 7, 10])
  func products(columns: Int) {
    for rows in [columns, columns + 1, columns + 2, columns + 3, 41] {
      var matrix = Matrix(rows: rows, columns: columns)
      for i in matrix.values.indices { matrix.values[i] = Double((i * 7919) % 101) - 50 }
      let squares = matrix.squares
      for i in 0..<columns {
        for k in 0..<columns { #expect(squares[i, k] == (0..<rows).reduce(0) { $0 + matrix[$1, i] * matrix[$1, k] }) }
      }
      let u = (0..<rows).map { Double($0 % 5) - 1 }
      let product = matrix.transposed(times: u)
      for k in 0..<columns { #expect(product[k] == (0..<rows).reduce(0) { $0 + matrix[$1, k] * u[$1] }) }
    }
  }

  @Test("the squares give the rank and the inverse of a matrix as its QR does")
  func knowledge() throws {
    var matrix = Matrix(rows: 3, columns: 2)
    matrix.values = [3, 0, 0, 1, 0, 0]
    let (rank, covariance) = matrix.squares.rankAndCovarianceOfSquares
    #expect(rank == 2)
    let (a, b) = (try #require(covariance), try #require(matrix.rankAndCovariance(tolerance: 1e-13).covariance))
    for i in 0..<4 { expectNear(a.values[i], b.values[i], 1e-15) }
    matrix.values = [1, 2, 2, 4, 3, 6]
    #expect(matrix.squares.rankAndCovarianceOfSquares.rank == 1)
    #expect(matrix.squares.rankAndCovarianceOfSquares.covariance == nil)
  }
}
