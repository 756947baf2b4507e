public import GazeRecording

/// What a comparison is written as. JSON is the truth; all others are rendered from what it holds.
public enum ComparisonFormat: String, Sendable, CaseIterable {
  case json, md, csv, html

  /// By a file's ending.
  ///
  /// - Throws: for another ending.
  public init(path: String) throws(FileError) {
    let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
    guard let ending, ending.count > 1, let format = ending.last.flatMap({ Self(rawValue: $0.lowercased()) }) else {
      throw FileError(
        path: path,
        message: "expected a name that ends in \(Self.allCases.map { "." + $0.rawValue }.joined(separator: ", "))")
    }
    self = format
  }
}
