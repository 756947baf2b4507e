import Evaluate
import PortableFoundation

/// The terminal as a replay's stage: keys are read one by one without echo, and pictures are on the alternate screen.
/// The terminal is restored when the program ends (normally, by an error, SIGINT, SIGTERM, SIGHUP or SIGQUIT) or is
/// stopped (Ctrl-Z).
struct ReplayTerminal: ReplayStage {
  /// True if standard input and output are a terminal with a person who can see pictures and press keys.
  static var isThere: Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return false }
    // A program in the background of a shell receives no keys, and reading keys would stop it.
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return false }
    let term = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
    return term != "dumb" && !term.isEmpty
  }

  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private let hasColour: Bool
  private var reader = ReplayKeyReader()
  private var shown: [String] = []

  /// Takes over the terminal; `TerminalLease.end()` restores it.
  init() throws {
    start = clock.now
    // According to https://no-color.org, NO_COLOR turns off colours if it is set and not empty.
    hasColour = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true
    try TerminalLease.begin()
  }

  var size: (columns: Int, rows: Int) {
    var window = winsize()
    #if canImport(Darwin)
      // The number is TIOCGWINSZ, a macro that Swift cannot import.
      let request = UInt(0x4008_7468)
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(STDOUT_FILENO, request, &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return (80, 24) }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  func now() -> Duration { start.duration(to: clock.now) }

  mutating func keys(within time: Duration) -> [ReplayKey] {
    // Whole milliseconds, rounded up: waits that are too short would have to be repeated many times.
    let milliseconds = (time.components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    var poller = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    let ready: Int32
    if time > .zero, time < .milliseconds(2) {
      // The rest of a millisecond is waited separately, since `poll` takes whole milliseconds and a frame at 120 Hz
      // lasts only eight.
      usleep(UInt32(time.components.attoseconds / 1_000_000_000_000))
      ready = poll(&poller, 1, 0)
    } else {
      ready = poll(&poller, 1, Int32(min(time.components.seconds, 3600)) * 1000 + Int32(max(milliseconds - 1, 0)))
    }
    while TerminalLease.isAway { usleep(1000) }
    if TerminalLease.takeResumed() {
      shown = []
      return [.resumed]
    }
    guard ready > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    // If no byte could be read, the terminal was closed.
    guard count > 0 else { return [.quit] }
    return reader.keys(bytes[..<count])
  }

  mutating func show(_ picture: TextCanvas) {
    guard !TerminalLease.isAway else { return }
    let lines = picture.lines(colour: hasColour)
    var text = ""
    // Only changed rows are drawn; after a change of the window's size all rows are.
    if shown.count != lines.count { text += "\u{1B}[2J" }
    for (row, line) in lines.enumerated() where shown.count != lines.count || shown[row] != line {
      text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
    }
    shown = lines
    guard !text.isEmpty else { return }
    // A closed terminal is noticed when keys are read.
    StandardStreams.draw(text)
  }
}
