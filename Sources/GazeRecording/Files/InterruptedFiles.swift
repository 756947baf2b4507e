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
        InterruptedFiles.unlinkAll()
        InterruptedFiles.endLine()
        InterruptedFiles.body.pointee?()
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
    lock.lock()
    defer { lock.unlock() }
    body.pointee = function
    if handlesSignals { installed }
  }

  /// Makes the first temporary file, or the first open line on stderr, install the handler.
  ///
  /// The handler is not installed at once, because a command that lends the terminal to a player needs the player's
  /// handler instead.
  package static func handleSignals() {
    lock.lock()
    defer { lock.unlock() }
    handlesSignals = true
  }

  /// Adds a path to the table. Returns the index of its entry, for `remove(_:)`, or nil if the table is full or the
  /// path is too long.
  static func add(_ path: String) -> Int? {
    lock.lock()
    let place = path.utf8.count < pathCapacity ? isTaken.firstIndex(of: false) : nil
    if let place {
      isTaken[place] = true
      _ = path.withCString { strcpy(paths + place * pathCapacity, $0) }
    }
    lock.unlock()
    guard let place else { return nil }
    // `inUse` is set in a second critical section, so that the path's bytes are in memory before the mark.
    lock.lock()
    defer { lock.unlock() }
    inUse[place] = 1
    if handlesSignals { installed }
    return place
  }

  /// Removes an entry, because its file was renamed or removed.
  static func remove(_ place: Int) {
    lock.lock()
    defer { lock.unlock() }
    inUse[place] = 0
    isTaken[place] = false
  }

  /// Registers whether stderr has a line without a line feed, such as a progress bar that will be overwritten.
  package static func setLine(open isOpen: Bool) {
    lock.lock()
    defer { lock.unlock() }
    openLine.pointee = isOpen ? 1 : 0
    if handlesSignals { installed }
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
