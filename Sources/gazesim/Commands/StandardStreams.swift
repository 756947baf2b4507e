import Foundation

/// Standard error and its two companions as the process was given them: written to a terminal, a file, a full disk, a pipe that
/// nobody reads, or closed.
///
/// What the command says there is a remark beside the result, so nothing that happens to it may end a run or change its exit
/// code. `FileHandle.write(_:)` traps where a write fails.
enum StandardStreams {
  /// Longest wait for a full pipe or terminal that was set not to block, milliseconds.
  private static let patience: Int32 = 1000

  /// Occupies what is closed of standard input, output and error. Otherwise the next file that is opened would get that number,
  /// and a remark would end up in a recording.
  ///
  /// Each is held by `/dev/null` the wrong way round, so that reading and writing still fail.
  static func hold() {
    for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given, and lower ones are held by now.
      _ = open("/dev/null", access)
    }
  }

  /// Writes to standard error as much as it takes; what it does not take is lost.
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

  /// Holds back SIGPIPE, which a pipe without a reader sends to the thread that writes, and takes it away.
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
