/// The rows of an opened file, one after another. Each format has its own conforming type.
protocol RowSource: AnyObject {
  /// True if the file ended in the middle of a row; valid once `next(_:)` has returned false.
  var isCutOff: Bool { get }

  /// Reads the next row into `row`; returns false after the last whole row. Every call gets the same memory, to which
  /// nobody else writes.
  func next(_ row: UnsafeMutableRawPointer) throws(FileError) -> Bool
  /// The fault with the file and the place of the row that was read last.
  func fault(_ fault: LineFault) -> FileError
}
