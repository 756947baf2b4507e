import Documents
import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

/// Text of a replay's report for the terminal.
enum ReplayText {
  static func lines(_ report: Replay.Report) -> [String] {
    var lines = [
      """
      \(report.source) take for \(report.device), \
      \([RecordedPeople.Person].summary(people: report.people, sessions: report.sessions)): \
      \(NumberText.count(report.frames, "frame")), \(NumberText.fixed(report.seconds, 2)) s, \
      \(NumberText.fixed(report.rate, 1)) Hz nominal, data loss \(NumberText.percent(report.dataLoss)), \
      \(NumberText.count(report.blinks, "blink")) by lids beyond 0.5 \
      (\(NumberText.fixed(report.blinksPerMinute, 1)) a minute)
      """
    ]
    lines += report.assumptions.map { "assumed: \($0)" }
    lines.append(sight(report.lineOfSight))
    var table = Table(["pipeline", "scrolls", "up", "down", "points", "a minute", "held", "on screen"])
    for p in report.pipelines {
      table.add([
        p.pipeline, "\(p.scrolls)", "\(p.up)", "\(p.down)", NumberText.fixed(p.pointsScrolled, 0),
        NumberText.fixed(p.scrollsPerMinute, 1), NumberText.percent(p.heldShare), NumberText.percent(p.onScreenShare),
      ])
    }
    return lines + [""] + table.lines
  }

  private static func sight(_ errors: LineOfSightErrors) -> String {
    func eye(_ eye: LineOfSightErrors.Eye?) -> String {
      guard let eye else { return "no pose" }
      return "mean \(NumberText.fixed(eye.meanDegrees, 2)) deg, largest \(NumberText.fixed(eye.largestDegrees, 2))"
    }
    let axes =
      errors.hasCameraPose
      ? "in the \(errors.axes)'s axes" : "in the camera's axes, which are the world's: there is no camera pose"
    if errors.left == nil, errors.right == nil { return "line of sight: no frame has a pose" }
    return "line of sight, the 2018 article's angles against the correct ones: left eye \(eye(errors.left)); "
      + "right eye \(eye(errors.right)) (\(axes))"
  }
}

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
