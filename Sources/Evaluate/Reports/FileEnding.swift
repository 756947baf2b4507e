package import GazeRecording

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case that is named by a file's ending, in upper or lower case.
  ///
  /// - Throws: an error that lists the known endings, if the file has another ending or none.
  package init(ending path: String) throws(FileError) {
    let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
    guard let ending, ending.count > 1, let format = ending.last.flatMap({ Self(rawValue: $0.lowercased()) }) else {
      throw FileError(
        path: path,
        message: "expected a name that ends in \(Self.allCases.map { "." + $0.rawValue }.joined(separator: ", "))")
    }
    self = format
  }
}
