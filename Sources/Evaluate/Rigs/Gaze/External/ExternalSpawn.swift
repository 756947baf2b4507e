import PortableFoundation

/// Starts a program in a process group of its own, with three pipes.
enum ExternalSpawn {
  /// A started program and the ends of its pipes that gazesim has.
  typealias Started = (pid: pid_t, input: Int32, output: Int32, errors: Int32)

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
      guard pipe(&ends) == 0 else {
        for file in pipes { close(file) }
        throw ExternalFault("cannot be started: no pipe (\(String(cString: strerror(errno))))")
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
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
    return (pid, input, output, errors)
  }

  /// Writes without waiting, and without the signal SIGPIPE, which would end gazesim if the program has ended.
  ///
  /// - Returns: the number of bytes; −1 with `errno` set if nothing was written.
  static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) -> Int {
    var (pipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = bytes.withUnsafeBytes { PortableFoundation.write(file, $0.baseAddress, $0.count) }
    let code = errno
    if count < 0, code == EPIPE, sigismember(&before, SIGPIPE) == 0 {
      var pending = sigset_t()
      if sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
        var number: Int32 = 0
        _ = sigwait(&pipe, &number)
      }
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return count
  }
}
