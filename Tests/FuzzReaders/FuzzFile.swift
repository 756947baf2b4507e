import Foundation

/// The one file that a fuzzing process writes and its readers read, in memory where the system has such a folder.
enum FuzzFile {
  private static let folder: String = {
    let memory = "/dev/shm"
    let parent = access(memory, W_OK) == 0 ? memory : NSTemporaryDirectory()
    let folder = "\(parent)/gazesim-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    atexit {
      // A crash leaves the folder; the script removes it.
      try? FileManager.default.removeItem(atPath: FuzzFile.folder)
    }
    return folder
  }()

  /// Writes the file and returns its path; nil if the disk is full.
  static func write(_ bytes: UnsafeRawBufferPointer, named name: String) -> String? {
    let path = "\(folder)/\(name)"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let start = bytes.baseAddress, bytes.count > 0 else { return path }
    return Foundation.write(descriptor, start, bytes.count) == bytes.count ? path : nil
  }
}
