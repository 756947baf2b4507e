package import Foundation

/// An empty folder of a test's own, gone with the value.
package final class ScratchFolder: Sendable {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "gazesim-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    // A test may have made it read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in it.
  package func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Every file in it, hidden ones too.
  package var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  package func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(filePath: self(name))) }

  package func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  /// Bytes in a file, 0 without it.
  package func size(of name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: self(name))
    return (attributes?[.size] as? Int) ?? 0
  }

  /// Writes a file and gives its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
    return self(name)
  }

  /// Names and contents, for tests that nothing changes when a command fails.
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
