import Foundation

/// Temporary files that must be removed when the process is interrupted (SIGINT, SIGTERM, SIGHUP).
///
/// A signal handler may only call functions that POSIX lists as async-signal-safe. This one reads a table that is
/// allocated once and never freed, calls `unlink`, restores the default action and raises the signal again, so that the
/// process ends as it would have without the handler. A signal handling that somebody else has set (an app's own
/// handler, `nohup`) is left alone.
package enum InterruptedFiles {
  /// Number of entries in the table. If a process writes more files at once, the rest are removed by `OutputFile`'s
  /// deinit only.
  static let capacity = 64
  private static let pathCapacity = 4096
  private static let lock = NSLock()
  // Written under the lock, read by the handler. The bytes of an entry change only while its `inUse` is 0.
  private nonisolated(unsafe) static let inUse = zeros(of: sig_atomic_t.self, capacity)
  private nonisolated(unsafe) static let paths = zeros(of: CChar.self, capacity * pathCapacity)
  /// Not 0 while a progress bar is on stderr; the handler then ends its line, so that the next output of the shell
  /// begins on a new one.
  private nonisolated(unsafe) static let openLine = zeros(of: sig_atomic_t.self, 1)
  private nonisolated(unsafe) static let lineFeed: UnsafeMutablePointer<CChar> = {
    let byte = zeros(of: CChar.self, 1)
    byte.pointee = 0x0A
    return byte
  }()
  private static let isInstalled: Bool = {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { number in
        InterruptedFiles.unlinkAll()
        InterruptedFiles.endLine()
        _ = signal(number, nil)
        _ = raise(number)
      }
      if let previous { _ = signal(number, previous) }
    }
    return true
  }()

  /// Adds a path. Returns the entry for `remove(_:)`, or nil if the table is full or the path is too long.
  static func add(_ path: String) -> Int? {
    lock.lock()
    let place = (0..<capacity).first { inUse[$0] == 0 }
    let fits = path.utf8.count < pathCapacity
    if let place, fits { _ = path.withCString { strcpy(paths + place * pathCapacity, $0) } }
    lock.unlock()
    guard let place, fits else { return nil }
    // A second critical section, so that the bytes are in memory before the mark is.
    lock.lock()
    defer { lock.unlock() }
    inUse[place] = 1
    return isInstalled ? place : nil
  }

  /// Removes an entry: the file was renamed or removed.
  static func remove(_ place: Int) {
    lock.lock()
    defer { lock.unlock() }
    inUse[place] = 0
  }

  /// Registers whether a line on stderr was begun and is to be overwritten, or is finished.
  package static func setLine(open isOpen: Bool) {
    lock.lock()
    defer { lock.unlock() }
    // Everything that the handler reads must exist before the handler is installed.
    _ = (inUse, paths, lineFeed)
    openLine.pointee = isOpen ? 1 : 0
    _ = isInstalled
  }

  private static func endLine() {
    if openLine.pointee != 0 { _ = write(STDERR_FILENO, lineFeed, 1) }
  }

  private static func unlinkAll() {
    for place in 0..<capacity where inUse[place] != 0 { _ = unlink(paths + place * pathCapacity) }
  }

  private static func zeros<T: BinaryInteger>(of type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: count)
    pointer.initialize(repeating: 0, count: count)
    return pointer
  }
}
