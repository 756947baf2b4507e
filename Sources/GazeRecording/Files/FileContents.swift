package import Foundation

/// A small file at once.
package enum FileContents {
  /// All of it, at most `limit` bytes.
  ///
  /// - Throws: where it is not there, is a folder, may not be read or is larger.
  package static func read(_ path: String, limit: Int) throws(FileError) -> Data {
    var source = try LineSource(path: path)
    return Data(try source.rest(limit: limit))
  }
}
