import GazeRecording
import PortableFoundation

/// Output of a replay as JSON Lines on stdout, each written at once, so that another program can follow it live.
struct ReplayLines {
  init() {
    // A reader that closes the pipe (`head -1`) is no error: the write reports it, and the replay ends quietly.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a value as a line, such as the report at the end; returns false if the reader has closed the pipe.
  func write(_ report: some Encodable) throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try write(line: TerminalText.json(String(decoding: try encoder.encode(report), as: UTF8.self)) + "\n")
  }

  /// Writes a line with its end; returns false if the reader has closed the pipe.
  func write(line: String) throws(FileError) -> Bool {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let (count, code) = rest.withUnsafeBytes {
        (PortableFoundation.write(STDOUT_FILENO, $0.baseAddress, $0.count), errno)
      }
      if count < 0, code == EINTR { continue }
      if count < 0, code == EPIPE { return false }
      guard count > 0 else { throw FileError(path: "-", message: "cannot write: \(String(cString: strerror(code)))") }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
