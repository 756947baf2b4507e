import Foundation

/// Standard input, output and error as the process got them: a terminal, a file, a full disk, a pipe without a reader,
/// or closed.
///
/// Text on standard error is a remark beside the result, so no failure to write it may end a run or change its exit
/// code. `FileHandle.write(_:)` cannot be used, since it traps if a write fails.
enum StandardStreams {
  /// Longest wait for a full pipe or terminal in non-blocking mode, milliseconds.
  private static let patience: Int32 = 1000

  /// Occupies closed descriptors of standard input, output and error. Otherwise the next file that is opened would get
  /// such a number, and a remark would be written into a recording.
  ///
  /// Each is opened on `/dev/null` for the wrong direction, so that reading and writing still fail.
  static func hold() {
    for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
      // `open` returns the lowest free number, and lower ones are occupied by now.
      _ = open("/dev/null", access)
    }
  }

  /// Writes text to standard error; the part that cannot be written is lost.
  static func remark(_ text: String) {
    withoutBrokenPipe {
      var text = text
      text.withUTF8 { bytes in
        var sent = 0
        while sent < bytes.count, let start = bytes.baseAddress {
          let count = write(STDERR_FILENO, start + sent, bytes.count - sent)
          if count > 0 {
            sent += count
          } else if count == 0 || !mayTryAgain(errno) {
            return
          }
        }
      }
    }
  }

  private static func mayTryAgain(_ code: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN || code == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, patience) > 0
  }

  /// Runs `body` with SIGPIPE blocked, which a pipe without a reader sends to the writing thread, and then consumes a
  /// pending one.
  private static func withoutBrokenPipe(_ body: () -> Void) {
    var (pipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    guard pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0 else { return body() }
    body()
    var pending = sigset_t()
    sigemptyset(&pending)
    if sigismember(&before, SIGPIPE) == 0, sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
      var number: Int32 = 0
      _ = sigwait(&pipe, &number)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
