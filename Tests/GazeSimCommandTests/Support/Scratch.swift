import Foundation

/// A folder of a test's own, gone with the test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have made it read-only.
    try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Every file in it, hidden ones too.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func bytes(of name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: self(name))) }

  /// Bytes in a file, 0 where there is none.
  func size(of name: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: self(name))
    return (attributes?[.size] as? Int) ?? 0
  }

  func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  /// Names and contents: what must not change when a command fails.
  func snapshot() throws -> [String: Data] {
    var all: [String: Data] = [:]
    for name in names {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: self(name), isDirectory: &isFolder)
      all[name] = isFolder.boolValue ? Data() : try bytes(of: name)
    }
    return all
  }
}
