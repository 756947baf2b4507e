/// In which order the sixteen numbers of a matrix stand.
public enum MatrixLayout: String, Sendable, Codable, CaseIterable {
  /// Column by column, as ARKit and SceneKit hold them: the translation is the numbers 13 to 15.
  case columns
  /// Row by row, as NumPy and textbooks write them: the translation is the numbers 4, 8 and 12.
  case rows
}
