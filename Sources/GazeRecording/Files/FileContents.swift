package import PortableFoundation

/// Reads a small file at once.
package enum FileContents {
  /// The bytes of the whole file, which may have at most `limit` bytes.
  ///
  /// - Throws: if the file does not exist, is a folder, may not be read or is larger than `limit`.
  package static func read(_ path: String, limit: Int) throws(FileError) -> Data {
    var source = try LineSource(path: path)
    return Data(try source.rest(limit: limit))
  }
}
