/// A dense matrix, row by row: what crosses to and from the solver.
package struct Matrix: Sendable, Equatable {
  /// Number of rows.
  package let rows: Int
  /// Number of columns.
  package let columns: Int
  /// Elements, row-major, `rows × columns`.
  package var values: [Double]

  /// All zero.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    values = [Double](repeating: 0, count: rows * columns)
  }

  /// Element (row, column).
  package subscript(row: Int, column: Int) -> Double {
    get { values[row * columns + column] }
    set { values[row * columns + column] = newValue }
  }

  /// `A · x`.
  package func times(_ x: [Double]) -> [Double] {
    (0..<rows).map { i in (0..<columns).reduce(0) { $0 + self[i, $1] * x[$1] } }
  }

  /// `A · B`.
  package func times(_ other: Matrix) -> Matrix {
    var product = Matrix(rows: rows, columns: other.columns)
    for i in 0..<rows {
      for k in 0..<columns where self[i, k] != 0 {
        let a = self[i, k]
        for j in 0..<other.columns { product[i, j] += a * other[k, j] }
      }
    }
    return product
  }

  /// The diagonal.
  package var diagonal: [Double] { (0..<min(rows, columns)).map { self[$0, $0] } }
}
