package import Foundation

/// Reads a small file at once.
package enum FileContents {
  /// The whole file, at most `limit` bytes.
  ///
  /// - Throws: if the file does not exist, is a folder, may not be read or is larger.
  package static func read(_ path: String, limit: Int) throws(FileError) -> Data {
    var source = try LineSource(path: path)
    return Data(try source.rest(limit: limit))
  }
}
