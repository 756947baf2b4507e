import PortableFoundation

/// Starts a program in a process group of its own, with three pipes.
enum ExternalSpawn {
  /// A started program and the ends of its pipes that gazesim has.
  struct Started {
    var pid: pid_t
    var input: Int32
    var output: Int32
    var errors: Int32
  }

  // A program must not inherit the pipes of another one, else its input would not end. The lock keeps other starts away
  // until the pipes are closed-on-exec.
  private static let lock = Lock()

  /// Starts `/bin/sh -c command`.
  static func start(_ command: String) throws(ExternalFault) -> Started {
    lock.lock()
    defer { lock.unlock() }
    ExternalGroups.handleSignals()
    var pipes: [Int32] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard makePipe(&ends) else {
        for file in pipes { close(file) }
        throw ExternalFault("cannot be started: no pipe (\(String(cString: strerror(errno))))")
      }
      pipes += ends
    }
    let (input, output, errors) = (pipes[1], pipes[2], pipes[4])
    defer { for file in [pipes[0], pipes[3], pipes[5]] { close(file) } }
    var pid: pid_t = 0
    let code = ChildProcess.start(
      ["/bin/sh", "-c", command], environment: ProcessInfo.processInfo.environment,
      files: [(pipes[0], 0), (pipes[3], 1), (pipes[5], 2)],
      hasGroup: true, &pid)
    guard code == 0 else {
      for file in [input, output, errors] { close(file) }
      throw ExternalFault("cannot be started: \(String(cString: strerror(code)))")
    }
    ExternalGroups.remember(pid)
    for file in [input, output, errors] { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK) }
    return Started(pid: pid, input: input, output: output, errors: errors)
  }

  private static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return true
  }

  /// Writes without waiting, and without the signal SIGPIPE, which would end gazesim if the program has ended.
  ///
  /// - Returns: the number of bytes; −1 with `errno` set if nothing was written.
  static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    withoutBrokenPipe { bytes.withUnsafeBytes { PortableFoundation.write(file, $0.baseAddress, $0.count) } }
  }
}
