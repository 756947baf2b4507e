import GazeRecording
import PortableFoundation

/// A running program in a process group of its own, with which lines are exchanged through pipes.
///
/// All reading and writing has a deadline, so that no program can make gazesim wait for long. The program and its group
/// are killed at the end; a process that left the group is not searched for.
final class ExternalProcess {
  private let limits: ExternalLimits
  private let pid: pid_t
  /// Ends of the pipes; −1 once closed.
  private var (input, output, errorOutput): (Int32, Int32, Int32)
  private var buffer: [UInt8] = []
  /// Memory for one read.
  private var piece = [UInt8](repeating: 0, count: 16 << 10)
  private var status: Int32?
  private var isOver = false
  /// Text on standard error.
  private(set) var errors: [UInt8] = []

  /// Starts `/bin/sh -c command`.
  init(_ command: String, _ limits: ExternalLimits) throws(ExternalFault) {
    self.limits = limits
    let started = try ExternalSpawn.start(command)
    pid = started.pid
    (input, output, errorOutput) = (started.input, started.output, started.errors)
  }

  deinit { kill() }

  // MARK: Lines

  /// Sends a line and returns the program's next line, without its line feed.
  ///
  /// - Parameters:
  ///   - seconds: the longest time for both.
  ///   - expected: the expected line, in words.
  ///   - earlier: the fault if the program has written something before it was asked.
  ///   - advice: a remedy besides a program that answers in time.
  func exchange(
    _ line: [UInt8], within seconds: Double, expected: String, earlier: String, advice: String? = nil
  ) throws(ExternalFault) -> ArraySlice<UInt8> {
    if buffer.isEmpty { try read(output) }
    guard buffer.isEmpty else { throw ExternalFault(earlier) }
    let deadline = Self.now + seconds
    var (sent, searched) = (0, 0)
    while true {
      if sent < line.count, input >= 0 { try send(line, &sent) }
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")), sent == line.count {
        guard end <= limits.line else { throw tooLong }
        let answer = buffer[..<end]
        buffer = end + 1 == buffer.count ? [] : Array(buffer[(end + 1)...])
        return answer
      }
      searched = buffer.count
      guard searched <= limits.line else { throw tooLong }
      guard output >= 0 else { throw try closed("its output") }
      guard input >= 0 else { throw try closed("its input") }
      let rest = deadline - Self.now
      guard rest > 0 else {
        reap()
        if let status {
          throw ExternalFault(Self.ending(status) + ", and left a process behind that holds its output open")
        }
        throw ExternalFault(
          "gave no line within \(Self.text(seconds)) s; expected \(expected), flushed at once"
            + (advice.map { "; " + $0 } ?? ""))
      }
      try wait(rest, sending: sent < line.count)
    }
  }

  private var tooLong: ExternalFault { ExternalFault("wrote a line of more than \(limits.line >> 10) kB") }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  /// Waits until a pipe is ready, and reads from those that have data.
  private func wait(_ seconds: Double, sending: Bool) throws(ExternalFault) {
    var files = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if errorOutput >= 0 { files.append(pollfd(fd: errorOutput, events: Int16(POLLIN), revents: 0)) }
    // Without an event that is asked for, a pipe that nobody reads any more is reported all the same.
    if input >= 0 { files.append(pollfd(fd: input, events: sending ? Int16(POLLOUT) : 0, revents: 0)) }
    let count = poll(&files, nfds_t(files.count), Int32(min(max(seconds * 1000, 1), 60_000)))
    guard count > 0 else { return }
    for file in files where file.revents != 0 {
      if file.fd != input {
        try read(file.fd)
      } else if file.revents & Int16(POLLERR) != 0 {
        PortableFoundation.close(input)
        input = -1
      }
    }
  }

  /// Reads what is there, without waiting.
  private func read(_ file: Int32) throws(ExternalFault) {
    guard file >= 0 else { return }
    let count = piece.withUnsafeMutableBytes { PortableFoundation.read(file, $0.baseAddress, $0.count) }
    if count > 0 {
      if file == output {
        buffer += piece[..<count]
      } else {
        errors += piece[..<count]
        guard errors.count <= limits.errors else {
          throw ExternalFault("wrote more than \(limits.errors >> 10) kB to stderr")
        }
      }
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      PortableFoundation.close(file)
      if file == output { output = -1 } else { errorOutput = -1 }
    }
  }

  private func send(_ line: [UInt8], _ sent: inout Int) throws(ExternalFault) {
    let count = ExternalSpawn.write(line[sent...], to: input)
    if count > 0 {
      sent += count
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      PortableFoundation.close(input)
      input = -1
    }
  }

  /// The fault of a program that closed a pipe: its end, if it has ended, else the pipe.
  private func closed(_ pipe: String) throws(ExternalFault) -> ExternalFault {
    let deadline = Self.now + 0.5
    while status == nil, Self.now < deadline {
      reap()
      if status == nil { usleep(2000) }
    }
    // The last words on standard error may say why.
    for _ in 0..<64 where errorOutput >= 0 {
      let before = errors.count
      try read(errorOutput)
      if errors.count == before { break }
    }
    return ExternalFault(status.map(Self.ending) ?? "closed \(pipe)")
  }

  // MARK: The end

  /// Ends the input, waits for the program's end, and kills what is left of it.
  ///
  /// - Parameter seconds: for how long the pipes are watched before the input is ended.
  /// - Throws: for another exit code than 0, for lines that nobody asked for, for a pipe that the program has closed
  ///   though it lives on, and for a process that is left behind and holds the output open.
  func end(earlier: String, watching seconds: Double) throws(ExternalFault) {
    defer { kill() }
    let watched = Self.now + seconds
    repeat { try wait(watched - Self.now, sending: false) } while input >= 0 && output >= 0 && Self.now < watched
    guard buffer.isEmpty else { throw ExternalFault(earlier) }
    if input < 0 || output < 0 {
      let fault = try closed(output < 0 ? "its output" : "its input")
      if status == nil { throw fault }
    }
    if input >= 0 { PortableFoundation.close(input) }
    input = -1
    let deadline = Self.now + limits.end
    while status == nil {
      guard Self.now < deadline else {
        throw ExternalFault("did not end within \(Self.text(limits.end)) s of the end of its input")
      }
      if output >= 0 || errorOutput >= 0 { try wait(0.02, sending: false) } else { usleep(1000) }
      guard buffer.isEmpty else { throw ExternalFault(earlier) }
      reap()
    }
    let patience = Self.now + limits.answer
    while output >= 0, Self.now < patience {
      try wait(0.02, sending: false)
      guard buffer.isEmpty else { throw ExternalFault(earlier) }
    }
    try read(errorOutput)
    if let status, status != 0 { throw ExternalFault(Self.ending(status)) }
    guard output < 0 else {
      throw ExternalFault("ended, but left a process behind that holds its output open")
    }
  }

  private func reap() {
    var code: Int32 = 0
    guard status == nil, waitpid(pid, &code, WNOHANG) == pid else { return }
    status = code
    ExternalGroups.forget(pid)
  }

  private func kill() {
    guard !isOver else { return }
    isOver = true
    for file in [input, output, errorOutput] where file >= 0 { PortableFoundation.close(file) }
    (input, output, errorOutput) = (-1, -1, -1)
    _ = PortableFoundation.kill(-pid, SIGKILL)
    if status == nil {
      var code: Int32 = 0
      while waitpid(pid, &code, 0) < 0, errno == EINTR {}
      status = code
      ExternalGroups.forget(pid)
    }
  }

  private static func ending(_ status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "ended with exit code \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
  }

  /// The monotonic clock, seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

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
