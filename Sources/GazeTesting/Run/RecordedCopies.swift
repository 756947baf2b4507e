package import GazeRecording

/// The recordings of a run so far, by the digests of their first samples. A copy's people would count twice.
package struct RecordedCopies: Sendable {
  private var paths: [UInt64: String] = [:]

  /// No recordings.
  package init() {}

  /// Adds a recording that was read; one without samples is ignored.
  ///
  /// - Throws: an error that names the earlier recording with the same first samples.
  package mutating func add<R>(_ take: borrowing RecordedTake<R>, path: String) throws(FileError) {
    guard let digest = take.digest else { return }
    if let other = paths[digest] {
      throw FileError(
        path: path, message: "holds the same \(take.header.row)s as \(other); give each recording once")
    }
    paths[digest] = path
  }
}
