import GazeRecording
import PortableFoundation

/// The process groups of the external programs that run. If SIGINT, SIGTERM or SIGHUP ends gazesim, its signal handler
/// kills them.
enum ExternalGroups {
  /// Largest number of programs at once.
  static let capacity = 4096
  private static let lock = Lock()
  // The handler reads the table without the lock; an entry is one word, written at once.
  private nonisolated(unsafe) static let running: UnsafeMutablePointer<pid_t> = {
    let groups = UnsafeMutablePointer<pid_t>.allocate(capacity: capacity)
    groups.initialize(repeating: 0, count: capacity)
    return groups
  }()
  private static let handled: Void = {
    // The table must exist before the handler can be called.
    _ = running
    InterruptedFiles.whenInterrupted { ExternalGroups.killAll() }
  }()

  /// Makes gazesim's signal handler kill all programs; called before the first one starts.
  static func handleSignals() { handled }

  /// Adds a running program.
  static func remember(_ pid: pid_t) {
    lock.withLock { if let index = (0..<capacity).first(where: { running[$0] == 0 }) { running[index] = pid } }
  }

  /// Removes a program that has been reaped.
  static func forget(_ pid: pid_t) {
    lock.withLock { for index in 0..<capacity where running[index] == pid { running[index] = 0 } }
  }

  /// Kills all programs with their groups. The signal handler calls it: it allocates nothing and calls only functions
  /// that are async-signal-safe.
  private static func killAll() {
    for index in 0..<capacity where running[index] != 0 { _ = kill(-running[index], SIGKILL) }
  }
}
