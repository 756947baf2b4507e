import PortableFoundation

/// Sets up the terminal for a replay, and restores its settings however the program ends.
///
/// A signal handler may only call functions that POSIX lists as async-signal-safe: `tcsetattr`, `write`, `signal`,
/// `raise` and `pthread_sigmask`, on memory that is allocated once and never freed. A signal that is ignored (`nohup`)
/// or already has a handler is left alone, except SIGQUIT, whose handler is that of the Swift runtime's backtraces.
enum TerminalLease {
  /// Escape codes that show the alternate screen, hide the cursor and clear the screen.
  private static let enterText = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  /// Escape codes that turn attributes off, show the cursor and return to the normal screen.
  private static let leaveText = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private nonisolated(unsafe) static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let own = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private nonisolated(unsafe) static let enterBytes = bytes(enterText)
  private nonisolated(unsafe) static let leaveBytes = bytes(leaveText)
  /// Not 0 while the replay has the terminal.
  private nonisolated(unsafe) static let isTaken = flag()
  /// Not 0 while the terminal is given back because the program is about to stop, is stopped, or is about to continue.
  /// The player runs on its own thread: without this flag it would draw over the shell, or count the stopped time as a
  /// delay.
  private nonisolated(unsafe) static let isLent = flag()
  /// Not 0 after the program was stopped and continued, until the next drawing.
  private nonisolated(unsafe) static let isResumed = flag()

  /// Takes over the terminal.
  static func begin() throws {
    guard tcgetattr(STDIN_FILENO, saved) == 0 else {
      throw OptionError("replay", message: "cannot read the terminal's settings")
    }
    own.pointee = saved.pointee
    // Keys are read at once and not echoed; Ctrl-C and Ctrl-Z still send signals.
    own.pointee.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &own.pointee.c_cc) { keys in
      keys[Int(VMIN)] = 1
      keys[Int(VTIME)] = 0
    }
    // Everything that a handler reads is initialised before the handler is installed.
    _ = (enterBytes, leaveBytes, isTaken, isLent, isResumed)
    for number in ending {
      install(number) { number in
        TerminalLease.leave()
        _ = signal(number, SIG_DFL)
        _ = raise(number)
      }
    }
    install(SIGTSTP, stop)
    install(SIGCONT) { _ in TerminalLease.goOn() }
    isTaken.pointee = 1
    enter()
  }

  /// Restores the terminal.
  static func end() {
    guard isTaken.pointee != 0 else { return }
    leave()
    isTaken.pointee = 0
    for number in ending + [SIGTSTP, SIGCONT] { _ = signal(number, SIG_DFL) }
  }

  /// True while another program uses the terminal, so that the player must not draw.
  static var isAway: Bool { isLent.pointee != 0 }

  /// True once after each time that the program was stopped.
  static func takeResumed() -> Bool {
    guard isResumed.pointee != 0 else { return false }
    isResumed.pointee = 0
    return true
  }

  private static let stop: @convention(c) (Int32) -> Void = { number in
    isLent.pointee = 1
    TerminalLease.leave()
    _ = signal(number, SIG_DFL)
    _ = raise(number)
    // The signal is blocked while its own handler runs. When it is unblocked here, it stops the program until the shell
    // continues it. In an orphaned process group, in which nobody could continue the program, the signal does not stop
    // it.
    var own = sigset_t()
    sigemptyset(&own)
    sigaddset(&own, number)
    pthread_sigmask(SIG_UNBLOCK, &own, nil)
    TerminalLease.goOn()
  }

  private static func install(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    let previous = signal(number, handler)
    if let previous, number != SIGQUIT || isIgnored(previous) { _ = signal(number, previous) }
  }

  private static func isIgnored(_ handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func enter() {
    _ = tcsetattr(STDIN_FILENO, TCSADRAIN, own)
    _ = write(STDOUT_FILENO, enterBytes.start, enterBytes.count)
  }

  private static func leave() {
    _ = write(STDOUT_FILENO, leaveBytes.start, leaveBytes.count)
    _ = tcsetattr(STDIN_FILENO, TCSADRAIN, saved)
  }

  private static func goOn() {
    guard isTaken.pointee != 0 else { return }
    _ = signal(SIGTSTP, stop)
    enter()
    isResumed.pointee = 1
    isLent.pointee = 0
  }

  private static func flag() -> UnsafeMutablePointer<sig_atomic_t> {
    let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }

  private static func bytes(_ text: String) -> (start: UnsafeMutablePointer<UInt8>, count: Int) {
    let bytes = Array(text.utf8)
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    start.initialize(from: bytes, count: bytes.count)
    return (start, bytes.count)
  }
}
