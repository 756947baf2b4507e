import GazeRecording

extension RawRepresentable where Self: CaseIterable, RawValue == String {
  /// The case that a file's ending names, in either case of letters.
  ///
  /// - Throws: for another ending, or none, with those that there are.
  init(ending path: String) throws(FileError) {
    let ending = path.split(separator: "/").last?.split(separator: ".", omittingEmptySubsequences: false)
    guard let ending, ending.count > 1, let format = ending.last.flatMap({ Self(rawValue: $0.lowercased()) }) else {
      throw FileError(
        path: path,
        message: "expected a name that ends in \(Self.allCases.map { "." + $0.rawValue }.joined(separator: ", "))")
    }
    self = format
  }
}
