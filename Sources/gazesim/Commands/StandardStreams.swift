import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// Standard input, output and error as the process got them: a terminal, a file, a full disk, a pipe without a reader,
/// or closed.
///
/// Text on standard error is a remark in addition to the result, so a failure to write it must not end a run or change
/// the exit code. `FileHandle.write(_:)` cannot be used, since it traps if a write fails.
enum StandardStreams {
  /// Longest wait for a full pipe or terminal in non-blocking mode, milliseconds.
  private static let patience: Int32 = 1000

  /// Occupies closed descriptors of standard input, output and error. If they were left closed, the next file that is
  /// opened would get the number of one of them, and a remark could be written into a recording.
  ///
  /// Each closed descriptor is opened on `/dev/null` for the wrong direction, so that reading from standard input and
  /// writing to standard output and error still fail.
  static func hold() {
    for (number, access) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    where fcntl(number, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this descriptor, since all lower ones are occupied.
      _ = open("/dev/null", access)
    }
  }

  /// Writes text to standard error; the part that cannot be written is lost.
  static func remark(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to file: Int32) {
    withoutBrokenPipe {
      var text = text
      text.withUTF8 { bytes in
        var sent = 0
        while sent < bytes.count, let start = bytes.baseAddress {
          let count = PortableFoundation.write(file, start + sent, bytes.count - sent)
          if count > 0 {
            sent += count
          } else if count == 0 || !mayTryAgain(errno, file) {
            return
          }
        }
      }
    }
  }

  private static func mayTryAgain(_ code: Int32, _ file: Int32) -> Bool {
    if code == EINTR { return true }
    guard code == EAGAIN || code == EWOULDBLOCK else { return false }
    var waiting = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    return poll(&waiting, 1, patience) > 0
  }
}
