package import GazePipeline

/// Order of the sixteen numbers of a matrix.
public enum MatrixLayout: String, Sendable, Codable, CaseIterable {
  /// Column by column, as ARKit and SceneKit store them: the translation is the numbers 13 to 15.
  case columns
  /// Row by row, as NumPy and textbooks write them: the translation is the numbers 4, 8 and 12.
  case rows
}

/// Matrices as files hold them: their layout, and unknown poses.
extension TransformMatrix {
  /// Layout that the place of the translation indicates; nil if neither or both of the two possible places hold numbers
  /// other than 0.
  var translationPlace: MatrixLayout? {
    let bottom = SIMD3(columns.0.w, columns.1.w, columns.2.w)
    let last = SIMD3(columns.3.x, columns.3.y, columns.3.z)
    if bottom == .zero, last != .zero { return .columns }
    return last == .zero && bottom != .zero ? .rows : nil
  }

  /// The matrix with rows and columns exchanged.
  package var transposed: TransformMatrix {
    var result = TransformMatrix.identity
    for index in 0..<16 { result[index] = self[(index & 3) << 2 | index >> 2] }
    return result
  }

  /// An unknown pose: all numbers are NaN, so that no code can mistake the matrix for a pose.
  package static let unknown: TransformMatrix = {
    let column = SIMD4<Float>(repeating: .nan)
    return TransformMatrix(columns: (column, column, column, column))
  }()

  /// True if no element is infinite or NaN.
  package var isFinite: Bool {
    // x − x is zero for finite numbers and NaN for all others.
    let sum = columns.0 - columns.0 + (columns.1 - columns.1) + (columns.2 - columns.2) + (columns.3 - columns.3)
    return sum == .zero
  }
}
