package import Foundation

/// Empty folder for one test; it is deleted with this object.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "gazesim-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // A test may have made the folder read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Path of a file in the folder.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Names of all files in the folder, including hidden ones.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  package func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(filePath: self(name))) }

  package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  /// Size of a file in bytes, 0 if it does not exist.
  package func size(of name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: self(name))
    return (attributes?[.size] as? Int) ?? 0
  }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
    return self(name)
  }

  /// Names and contents of all files, to test that a failed command changes nothing.
  package func snapshot() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in names {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: self(name), isDirectory: &isFolder)
      all[name] = isFolder.boolValue ? Data() : try bytes(of: name)
    }
    return all
  }
}
