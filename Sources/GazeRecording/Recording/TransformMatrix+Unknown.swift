package import GazePipeline

extension TransformMatrix {
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
