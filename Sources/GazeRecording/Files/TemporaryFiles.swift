import PortableFoundation

/// Temporary files that must be removed when the process is interrupted (SIGINT, SIGTERM, SIGHUP).
///
/// A signal handler may only call functions that POSIX lists as async-signal-safe. This handler reads a table that is
/// allocated once and never freed, calls `unlink`, restores the default action and raises the signal again, so that the
/// process ends as it would have without the handler. If other code has already set a handling of the signal (`nohup`),
/// this handler is not installed for it.
///
/// Signals belong to the process, not to a library: the handler is installed only in a process that calls
/// `handleSignals()`, as the command does at its start. In an app nothing reads the table; a file that a killed app
/// leaves is removed by the next writer (`LeftoverFiles`).
package enum InterruptedFiles {
  /// Number of entries in the table. If a process writes more files at once, the remaining ones are removed only by
  /// `OutputFile`'s deinit, not after a signal.
  static let capacity = 64
  private static let pathCapacity = 4096
  private static let lock = Lock()
  // The table is written under the lock and read by the handler without it. Therefore the bytes of an entry change only
  // while the entry's `inUse` is 0.
  private nonisolated(unsafe) static let inUse = zeros(of: sig_atomic_t.self, capacity)
  private nonisolated(unsafe) static let paths = zeros(of: CChar.self, capacity * pathCapacity)
  /// Not 0 while a progress bar is on stderr; the handler then writes a line feed, so that the shell's next output
  /// begins on a new line.
  private nonisolated(unsafe) static let openLine = zeros(of: sig_atomic_t.self, 1)
  private nonisolated(unsafe) static let lineFeed: UnsafeMutablePointer<CChar> = {
    let byte = zeros(of: CChar.self, 1)
    byte.pointee = 0x0A
    return byte
  }()
  private static let installed: Void = {
    // Everything that the handler reads must exist before the handler is installed.
    _ = (inUse, paths, openLine, lineFeed, body)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let previous = signal(number) { number in
        InterruptedFiles.cleanUp()
        _ = signal(number, nil)
        _ = raise(number)
      }
      if let previous { _ = signal(number, previous) }
    }
  }()

  private nonisolated(unsafe) static var handlesSignals = false
  /// Entries that belong to a file, from before their path is written until they are removed.
  private nonisolated(unsafe) static var isTaken = [Bool](repeating: false, count: capacity)
  /// Called by the handler before the process ends; nil if nothing was registered.
  private nonisolated(unsafe) static let body: UnsafeMutablePointer<(@convention(c) () -> Void)?> = {
    let pointer = UnsafeMutablePointer<(@convention(c) () -> Void)?>.allocate(capacity: 1)
    pointer.initialize(to: nil)
    return pointer
  }()

  /// Makes the handler also call a function, which may call only functions that are async-signal-safe. There is one
  /// such function; a later one replaces it.
  package static func whenInterrupted(_ function: @escaping @convention(c) () -> Void) {
    lock.withLock {
      body.pointee = function
      if handlesSignals { installed }
    }
  }

  /// Makes the first temporary file, or the first open line on stderr, install the handler.
  ///
  /// The handler is not installed at once, because a command that lends the terminal to a player needs the player's
  /// handler instead.
  package static func handleSignals() {
    lock.withLock { handlesSignals = true }
  }

  /// Adds a path to the table. Returns the index of its entry, for `remove(_:)`, or nil if the table is full or the
  /// path is too long.
  static func add(_ path: String) -> Int? {
    let free = lock.withLock { () -> Int? in
      guard path.utf8.count < pathCapacity, let place = isTaken.firstIndex(of: false) else { return nil }
      isTaken[place] = true
      _ = path.withCString { strcpy(paths + place * pathCapacity, $0) }
      return place
    }
    // `inUse` is set in a second critical section, so that the path's bytes are in memory before the mark.
    if let free {
      lock.withLock {
        inUse[free] = 1
        if handlesSignals { installed }
      }
    }
    return free
  }

  /// Removes an entry, because its file was renamed or removed.
  static func remove(_ place: Int) {
    lock.withLock { (inUse[place], isTaken[place]) = (0, false) }
  }

  /// Registers whether stderr has a line without a line feed, such as a progress bar that will be overwritten.
  package static func setLine(open isOpen: Bool) {
    lock.withLock {
      openLine.pointee = isOpen ? 1 : 0
      if handlesSignals { installed }
    }
  }

  /// Steps of the handler before the process ends.
  private static func cleanUp() {
    for place in 0..<capacity where inUse[place] != 0 { _ = unlink(paths + place * pathCapacity) }
    if openLine.pointee != 0 { _ = write(STDERR_FILENO, lineFeed, 1) }
    body.pointee?()
  }

  private static func zeros<T: BinaryInteger>(of type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: count)
    pointer.initialize(repeating: 0, count: count)
    return pointer
  }
}

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
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    // Nothing was written to a leftover of another host for a day.
    guard isOwnHost || Int(time(nil)) - modified.tv_sec > 86_400 else { return }
    unlinkat(folder, name, 0)
  }

  /// A hash of the host's name, because a file's name should not reveal it.
  private static let host: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "00000000" }
    return hexadecimal(FNV1a.hash32(name.lazy.filter { $0 != 0 }.map { UInt8(bitPattern: $0) }))
  }()
}
