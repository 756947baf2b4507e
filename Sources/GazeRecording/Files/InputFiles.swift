import PortableFoundation

/// The files that a command reads. No output file may be an input file, because `--force` would otherwise destroy the
/// input before it is read, or the only copy of a person's data.
package enum InputFiles {
  /// Paths of files and folders, as the user named them or as the command finds them by itself; of a folder all files
  /// count. Valid within `InputFiles.$paths.withValue(…)`.
  @TaskLocal package static var paths: [String] = []

  /// True if both paths name the same file; links are resolved, and the file need not exist yet. `-` is standard input.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    guard let first = identity(a), let second = identity(b) else { return a == b || place(a) == place(b) }
    return first == second
  }

  /// The path without `.` and `..`, with symbolic links resolved in the part that exists.
  private static func place(_ path: String) -> String {
    let file = URL(fileURLWithPath: path).standardizedFileURL
    return file.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(file.lastPathComponent)
      .resolvingSymlinksInPath().path
  }

  /// Refuses an output that is also an input; `path` is the name that the user gave.
  static func check(_ target: String, path: String) throws(FileError) {
    guard let output = identity(target), output.isRegular else { return }
    for input in paths.flatMap(files) where identity(input) == output {
      let name = input == "-" ? "on standard input" : input
      throw FileError(path: "-o \(path)", message: "is also the input \(name); choose another name")
    }
  }

  /// The files of a folder, without those of its own folders; a path that is no folder's is returned as it is.
  private static func files(_ path: String) -> [String] {
    guard isFolder(path) else { return [path] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 }
  }

  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    // C would end the path at a zero byte.
    return !path.utf8.contains(0) && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && stat(path, &status) == 0
  }

  private struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
    var isRegular: Bool
  }

  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    // A file that the shell opened as standard input is an input like any other.
    let found = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)
    guard !path.utf8.contains(0), found == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
      isRegular: status.st_mode & S_IFMT == S_IFREG)
  }
}
