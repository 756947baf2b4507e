import Evaluate
import GazeRecording
import PortableFoundation

/// Output of a replay as JSON Lines on stdout, each written at once, so that another program can follow it live.
struct ReplayLines: ~Copyable {
  private var bytes: [UInt8] = []

  init() {
    // A reader that closes the pipe (`head -1`) is no error: the write reports it, and the replay ends quietly.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Writes a frame's line; returns false if the reader has closed the pipe.
  mutating func write(_ moment: ReplayMoment) throws(FileError) -> Bool {
    bytes.removeAll(keepingCapacity: true)
    moment.appendLine(to: &bytes)
    return try send()
  }

  /// Writes a value as a line, such as the report at the end; returns false if the reader has closed the pipe.
  mutating func write(_ report: some Encodable) throws -> Bool {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    bytes = Array(TerminalText.json(String(decoding: try encoder.encode(report), as: UTF8.self)).utf8) + [0x0A]
    return try send()
  }

  private func send() throws(FileError) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let (count, code) = bytes.withUnsafeBytes { buffer in
        let count = PortableFoundation.write(STDOUT_FILENO, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
        return (count, errno)
      }
      if count < 0, code == EINTR { continue }
      if count < 0, code == EPIPE { return false }
      guard count > 0 else { throw FileError(path: "-", message: "cannot write: \(String(cString: strerror(code)))") }
      sent += count
    }
    return true
  }
}
