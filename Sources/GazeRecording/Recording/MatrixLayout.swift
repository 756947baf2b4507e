/// Order of the sixteen numbers of a matrix.
public enum MatrixLayout: String, Sendable, Codable, CaseIterable {
  /// Column by column, as ARKit and SceneKit store them: the translation is the numbers 13 to 15.
  case columns
  /// Row by row, as NumPy and textbooks write them: the translation is the numbers 4, 8 and 12.
  case rows
}
