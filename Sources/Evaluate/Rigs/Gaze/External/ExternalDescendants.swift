import GazeRecording
import PortableFoundation

/// The processes of external programs: those that run, and those that they left behind.
///
/// A program is killed with its process group. On Linux gazesim also becomes the parent of descendants whose parents
/// have ended (`PR_SET_CHILD_SUBREAPER`), so that it finds and kills those that left the group; macOS has no such call,
/// and there they stay. If SIGINT, SIGTERM or SIGHUP ends gazesim, the same is done by its signal handler.
enum ExternalDescendants {
  /// Largest number of programs at once.
  static let capacity = 4096
  private static let lock = Lock()
  // The handler reads the table without the lock; an entry is one word, written at once.
  private nonisolated(unsafe) static let running = zeros(pid_t.self, capacity)
  private nonisolated(unsafe) static let text = zeros(CChar.self, 4096)
  /// Path of the list of gazesim's children.
  private nonisolated(unsafe) static let list: UnsafeMutablePointer<CChar> = {
    let path = zeros(CChar.self, 64)
    _ = "/proc/self/task/\(getpid())/children".withCString { strcpy(path, $0) }
    return path
  }()
  private static let adopted: Void = {
    // Everything that the handler reads must exist before it can be called.
    _ = (running, text, list)
    #if os(Linux)
      // `prctl` has a variable number of arguments, which Swift cannot call; on Linux they are passed as fixed ones.
      typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
      if let symbol = dlsym(nil, "prctl") { _ = unsafeBitCast(symbol, to: Call.self)(36, 1, 0, 0, 0) }
    #endif
    InterruptedFiles.whenInterrupted { ExternalDescendants.killAll() }
  }()

  /// Makes gazesim the parent of descendants whose parents end, and its signal handler kill all programs.
  static func adopt() { adopted }

  /// Adds a running program.
  static func remember(_ pid: pid_t) {
    lock.withLock { if let place = (0..<capacity).first(where: { running[$0] == 0 }) { running[place] = pid } }
  }

  /// Removes a program that has been reaped.
  static func forget(_ pid: pid_t) {
    lock.withLock { for place in 0..<capacity where running[place] == pid { running[place] = 0 } }
  }

  /// Kills and reaps the rest of a program that has been reaped: its group, and marked descendants outside of it.
  static func sweep(group: pid_t, mark: String) {
    for _ in 0..<400 {
      _ = kill(-group, SIGKILL)
      var code: Int32 = 0
      while waitpid(-group, &code, WNOHANG) > 0 {}
      let isGroupLeft = kill(-group, 0) == 0
      let (strays, isUnsure) = strays(mark)
      for pid in strays {
        _ = kill(pid, SIGKILL)
        _ = waitpid(pid, &code, WNOHANG)
      }
      if !isGroupLeft, strays.isEmpty, !isUnsure { return }
      usleep(2000)
    }
  }

  /// Children of gazesim with the program's mark in their environment.
  ///
  /// - Returns: also true if the environment of one is not known, as while it begins another program (`exec`).
  private static func strays(_ mark: String) -> (marked: [pid_t], isUnsure: Bool) {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: String(cString: list), encoding: .utf8), !text.isEmpty else {
        return ([], false)
      }
      var isUnsure = false
      let wanted = Array("\(ExternalSpawn.variable)=\(mark)".utf8)
      let marked = text.split(separator: " ").compactMap { pid_t($0) }.filter { pid in
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/environ"), !bytes.isEmpty else {
          let state = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ") Z "
          if !state.contains(") Z ") { isUnsure = true }
          return false
        }
        return bytes.split(separator: 0).contains { $0.elementsEqual(wanted) }
      }
      return (marked, isUnsure)
    #else
      return ([], false)
    #endif
  }

  /// Kills all programs with their groups, and on Linux every descendant that was left to gazesim. The signal handler
  /// calls it: it allocates nothing and calls only functions that are async-signal-safe.
  private static func killAll() {
    for place in 0..<capacity where running[place] != 0 { _ = kill(-running[place], SIGKILL) }
    #if os(Linux)
      var quiet = 0
      for _ in 0..<500 where quiet < 5 {
        var code: Int32 = 0
        for place in 0..<capacity where running[place] != 0 {
          if waitpid(running[place], &code, WNOHANG) != 0 { running[place] = 0 }
          quiet = -1
        }
        let file = open(list, O_RDONLY)
        let count = file < 0 ? 0 : read(file, text, 4095)
        if file >= 0 { close(file) }
        var (pid, place): (pid_t, Int) = (0, 0)
        while place < count {
          let digit = Int32(text[place]) - 48
          if digit >= 0, digit <= 9 {
            pid = pid &* 10 &+ digit
          } else if pid > 0 {
            _ = kill(pid, SIGKILL)
            _ = waitpid(pid, &code, WNOHANG)
            (pid, quiet) = (0, -1)
          }
          place += 1
        }
        quiet += 1
        var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
        _ = nanosleep(&pause, nil)
      }
    #endif
  }

  private static func zeros<T: BinaryInteger>(_: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
    let pointer = UnsafeMutablePointer<T>.allocate(capacity: count)
    pointer.initialize(repeating: 0, count: count)
    return pointer
  }
}
