import GazePipeline

extension TransformMatrix {
  /// A matrix of sixteen equal numbers.
  static func filled(_ number: Float) -> TransformMatrix {
    let column = SIMD4(repeating: number)
    return TransformMatrix(columns: (column, column, column, column))
  }
}
