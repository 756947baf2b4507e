import Foundation

/// The files that a command reads: no output may be one of them, or `--force` would destroy what is about to be read.
package enum InputFiles {
  /// As the user named them; for whatever runs within `InputFiles.$paths.withValue(…)`.
  @TaskLocal package static var paths: [String] = []

  /// True where both are names of one file, also through links, and also where it is not there yet.
  package static func areSame(_ a: String, _ b: String) -> Bool {
    guard let first = identity(a), let second = identity(b) else { return a == b || place(a) == place(b) }
    return first == second
  }

  /// A path without `.`, `..` and links as far as they are there.
  private static func place(_ path: String) -> String {
    let file = URL(fileURLWithPath: path).standardizedFileURL
    return file.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(file.lastPathComponent)
      .resolvingSymlinksInPath().path
  }

  /// Refuses an output that is also an input; `path` is how the user named it.
  static func check(_ target: String, path: String) throws(FileError) {
    guard let output = identity(target), output.isRegular else { return }
    for input in paths where identity(input) == output {
      throw FileError(path: "-o \(path)", message: "is also the input \(input); choose another name")
    }
  }

  private struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
    var isRegular: Bool
  }

  /// nil where there is no such file.
  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
      isRegular: status.st_mode & S_IFMT == S_IFREG)
  }
}
