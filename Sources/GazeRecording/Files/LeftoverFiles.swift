import Foundation

/// Temporary files of `OutputFile` whose process was killed: they may hold gaze, that is biometric, data.
///
/// A temporary file is `.gazesim-HOST-PROCESS-RANDOM.part`, HOST eight hexadecimal digits made of the host's name, and its
/// process holds a lock on it (`flock`), which the kernel gives up with the process, however that ends. A process that begins to
/// write into a folder removes, once, the regular files there of its own user whose names are such and whose lock it gets: those
/// of its own host at once; those of another host, which may share the folder over a network without sharing locks, or of
/// another container, where nothing was written to them for a day. Where the file system has no locks nothing is removed.
enum LeftoverFiles {
  private static let lock = NSLock()
  private nonisolated(unsafe) static var visited: Set<String> = []
  /// Seconds without a write after which another host's file is taken for a leftover.
  private static let patience = 86_400

  /// A name for a temporary file.
  static func name() -> String { ".gazesim-\(host)-\(getpid())-\(UInt32.random(in: .min ... .max)).part" }

  /// Says that a temporary file is in use, until it is closed.
  ///
  /// False where it was removed before that: another process had taken it for a leftover.
  static func claim(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 {
      // Without locks nobody removes anything.
      guard errno == EINTR else { return true }
    }
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_nlink > 0
  }

  /// Removes what killed processes left in a folder (`""` is the working folder), the first time that it is named.
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

  /// nil where the name is none of a temporary file.
  static func isOwnHost(_ name: String) -> Bool? {
    // Most names need no closer examination.
    guard name.hasPrefix(".gazesim-"),
      let match = name.wholeMatch(of: /\.gazesim-([0-9a-f]{8})-[0-9]{1,10}-[0-9]{1,10}\.part/)
    else { return nil }
    return match.1 == host
  }

  private static func remove(_ name: String, in folder: Int32, isOwnHost: Bool) {
    // A pipe of this name would block.
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

  /// A hash of the host's name: a file's name should not tell it.
  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "00000000" }
    let hash = FNV1a.hash32(name.lazy.filter { $0 != 0 }.map { UInt8(bitPattern: $0) })
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }()
}
