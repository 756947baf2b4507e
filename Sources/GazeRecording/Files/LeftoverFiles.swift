import PortableFoundation

/// Temporary files of `OutputFile` that remain because their process was killed. They may hold gaze data, which are
/// biometric.
///
/// A temporary file is named `.gazesim-HOST-PROCESS-RANDOM.part`; HOST is a hash of the host's name in eight
/// hexadecimal digits. The process that writes the file holds a lock on it (`flock`), which the kernel releases however
/// the process ends.
///
/// When a process first writes into a folder, it removes the leftovers there. A leftover is a regular file with such a
/// name that belongs to the process's user and whose lock the process can take. Leftovers of the same host are removed
/// at once. Leftovers of another host or container, which may share the folder over a network without sharing locks,
/// are removed if nothing was written to them for a day. If the file system has no locks, nothing is removed.
enum LeftoverFiles {
  private static let lock = Lock()
  private nonisolated(unsafe) static var visited: Set<String> = []
  /// Seconds without a write after which a file of another host counts as a leftover.
  private static let patience = 86_400

  /// A name for a temporary file.
  static func name() -> String { ".gazesim-\(host)-\(getpid())-\(UInt32.random(in: .min ... .max)).part" }

  /// Marks a temporary file as in use until it is closed.
  ///
  /// Returns false if another process took the file for a leftover and has already removed it.
  static func claim(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      // If the file system has no locks, no process removes files, so the file counts as claimed.
      guard errno == EINTR else { return true }
    }
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Removes the files that killed processes left in a folder (`""` is the working folder), the first time that this
  /// function is called for the folder.
  static func remove(in folder: String) {
    let path = folder.isEmpty ? "." : folder
    guard lock.withLock({ visited.insert(path).inserted }), let entries = opendir(path) else { return }
    defer { closedir(entries) }
    let at = dirfd(entries)
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { String(validatingCString: $0) }
      }
      if let name, let isOwnHost = isOwnHost(name) { remove(name, in: at, isOwnHost: isOwnHost) }
    }
  }

  /// True for a temporary file of this host, false for one of another host, nil for any other name.
  static func isOwnHost(_ name: String) -> Bool? {
    // Most names are ruled out without the regular expression.
    guard name.hasPrefix(".gazesim-"),
      let match = name.wholeMatch(of: /\.gazesim-([0-9a-f]{8})-[0-9]{1,10}-[0-9]{1,10}\.part/)
    else { return nil }
    return match.1 == host
  }

  private static func remove(_ name: String, in folder: Int32, isOwnHost: Bool) {
    // Without O_NONBLOCK a pipe of this name would block.
    let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1
    else { return }
    guard isOwnHost || Int(time(nil)) - modified(status) > patience else { return }
    unlinkat(folder, name, 0)
  }

  private static func modified(_ status: stat) -> Int {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec
    #else
      status.st_mtim.tv_sec
    #endif
  }

  /// A hash of the host's name, because a file's name should not reveal it.
  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "00000000" }
    let hash = FNV1a.hash32(name.lazy.filter { $0 != 0 }.map { UInt8(bitPattern: $0) })
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }()
}
