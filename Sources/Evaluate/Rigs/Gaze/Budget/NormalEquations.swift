import GazeTesting

/// Least squares on summed products: a matrix whose last column is the quantity to explain.
///
/// `sweep` adds a column to the model (Goodnight, The American Statistician 33, 1979). Each column explains what the
/// columns before it left, so the explained sums of squares and the rest add up to the whole.
struct NormalEquations: Equatable {
  private var matrix: [[Double]]
  private let diagonal: [Double]
  private var swept: Set<Int> = []

  /// Share of a column's own square that the earlier columns must leave; otherwise the column is their combination.
  private static let least = 1e-9

  init(_ products: BudgetSums.Products) { self.init(products.matrix) }

  init(_ matrix: [[Double]]) {
    self.matrix = matrix
    diagonal = matrix.indices.map { matrix[$0][$0] }
  }

  /// Sum of squares that the model leaves.
  var rest: Double { max(matrix[matrix.count - 1][matrix.count - 1], 0) }

  /// Coefficients of the columns in the model, 0 for the others, and −1 for the quantity itself: the residual is minus
  /// the product of these with a row.
  var residual: [Double] {
    var weights = [Double](repeating: 0, count: matrix.count)
    for column in swept { weights[column] = entry(column) }
    weights[matrix.count - 1] = -1
    return weights
  }

  /// Coefficient of a column in the model; for a column outside of it, the sum of the products of what the model leaves
  /// of the column and of the quantity.
  func entry(_ column: Int) -> Double { matrix[column][matrix.count - 1] }

  /// The coefficient that a column would get as the next one, and the sum of squares that it would explain.
  func next(_ column: Int) -> (coefficient: Double, explained: Double) {
    let (last, pivot) = (matrix.count - 1, matrix[column][column])
    guard isFree(column) else { return (0, 0) }
    let product = matrix[column][last]
    return (product / pivot, product * product / pivot)
  }

  /// True if a column is outside of the model, and no combination of its columns.
  private func isFree(_ column: Int) -> Bool {
    let pivot = matrix[column][column]
    return !swept.contains(column) && pivot > Self.least * diagonal[column] && pivot > 0
  }

  /// Adds a column to the model; one that is a combination of the columns before it changes nothing.
  mutating func sweep(_ column: Int) {
    let pivot = matrix[column][column]
    guard isFree(column) else { return }
    swept.insert(column)
    let row = matrix[column].map { $0 / pivot }
    for other in matrix.indices where other != column {
      let factor = matrix[other][column]
      if factor == 0 { continue }
      for place in matrix.indices where place != column { matrix[other][place] -= factor * row[place] }
      matrix[other][column] = -factor / pivot
    }
    matrix[column] = row
    matrix[column][column] = 1 / pivot
  }

  /// The sum of other equations, in which the constant is a column of each alone.
  static func sum(_ parts: [NormalEquations], without constant: Int) -> NormalEquations {
    let size = parts.first?.matrix.count ?? 0
    var total = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for part in parts {
      var part = part
      part.sweep(constant)
      for row in 0..<size where row != constant {
        for column in 0..<size where column != constant { total[row][column] += part.matrix[row][column] }
      }
    }
    return NormalEquations(total)
  }

  /// Sum of squares of the product of weights with every row of sums.
  static func square(_ products: BudgetSums.Products, _ weights: [Double]) -> Double {
    let matrix = products.matrix
    var sum = 0.0
    for row in weights.indices where weights[row] != 0 {
      for column in weights.indices { sum += weights[row] * weights[column] * matrix[row][column] }
    }
    return max(sum, 0)
  }
}
