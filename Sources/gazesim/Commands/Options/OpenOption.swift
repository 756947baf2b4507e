import ArgumentParser
import Evaluate
import GazeRecording
import PortableFoundation

/// The choice to see a page or a picture at once.
struct OpenOption: ParsableArguments {
  @Flag(help: "Open the written page or picture; without one, write it to the temporary folder and open that.")
  var open = false

  /// A new path in a private folder of the temporary folder.
  ///
  /// - Throws: if the folder cannot be created.
  static func temporaryPath(_ name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-\(UUID().uuidString)")
    do {
      // A page holds figures of single people, so other users may not read it.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileError(path: folder.path, message: "cannot create the folder for --open; name a file with -o")
    }
    return folder.appendingPathComponent(name).path
  }

  /// Opens the first page among these files, or the first picture; says so if that is impossible.
  func show(_ paths: [String], quiet: Bool) {
    guard open else { return }
    let shown = paths.first { $0.lowercased().hasSuffix(".html") } ?? paths.first(where: PictureKind.isPicture)
    guard let shown, let reason = Opener.open(shown) else { return }
    if !quiet { Console.note("not opened: \(reason)") }
  }
}
