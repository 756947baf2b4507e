public import GazeRecording

/// What a comparison is written as. JSON is the truth; all others are rendered from what it holds.
public enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  public init(path: String) throws(FileError) { try self.init(ending: path) }
}
