import Foundation
import TestSupport
import Testing

/// `gazesim` on a pseudo-terminal of 80 × 24, as the foreground job of a separate session.
enum TerminalSession {
  /// A step of the session.
  enum Step {
    /// Waits for this many seconds, or until the command ends.
    case wait(Double)
    /// Types text.
    case keys(String)
    case signal(Int32)
    /// Continues the job, like `fg`.
    case resume
  }

  /// Result of the session.
  struct Outcome: Decodable, CustomStringConvertible {
    /// All text that was sent to the terminal.
    var text: String
    /// The exit code; nil if a signal ended the command.
    var exit: Int32?
    var signal: Int32?
    /// True if the terminal's settings were restored at the end.
    var isRestored: Bool
    /// For each time that the command was stopped: true if the terminal's settings were restored then.
    var stops: [Bool]
    /// Seconds from start to end, and the part of them from the notice of a stop to `resume`. Both are measured by the
    /// session's own clock, so that a busy machine changes the played and the expected time equally.
    var seconds: Double
    var stoppedSeconds: Double

    var description: String { "exit \(exit ?? -1), signal \(signal ?? 0), restored \(isRestored), stops \(stops)" }
  }

  /// Is there a Python with pseudo-terminals?
  static let isThere = (try? Program.run(["python3", "-c", "import pty, termios, fcntl"]))?.status == 0

  static func run(
    _ arguments: [String], _ steps: [Step], in folder: ScratchFolder, environment: [String: String]
  ) throws -> Outcome {
    let plan = steps.map { step -> [Any] in
      switch step {
      case .wait(let seconds): ["wait", seconds]
      case .keys(let text): ["keys", text]
      case .signal(let number): ["signal", Int(number)]
      case .resume: ["resume", 0]
      }
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let text = String(decoding: try JSONSerialization.data(withJSONObject: plan), as: UTF8.self)
    process.arguments = ["python3", "-c", script, text, try Program.built("gazesim").path] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    var all = ProcessInfo.processInfo.environment
    all["NO_COLOR"] = nil
    process.environment = all.merging(["HOME": folder.path, "TERM": "xterm"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Outcome.self, from: data)
  }

  /// The session's leader acts like a shell: a job whose parent is not in its session could not be stopped.
  private static let script = """
    import fcntl, json, os, pty, select, signal, struct, sys, termios, time
    steps, command = json.loads(sys.argv[1]), sys.argv[2:]
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    before = termios.tcgetattr(slave)
    numbers, tell = os.pipe()
    began = time.monotonic()
    leader = os.fork()
    if leader == 0:
      os.setsid()
      fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
      signal.signal(signal.SIGTTOU, signal.SIG_IGN)
      signal.signal(signal.SIGHUP, signal.SIG_IGN)
      job = os.fork()
      if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(slave, os.getpgid(0))
        for n in (signal.SIGTTOU, signal.SIGHUP): signal.signal(n, signal.SIG_DFL)
        for n in (0, 1, 2): os.dup2(slave, n)
        os.execv(command[0], command)
      os.write(tell, b"%d\\n" % job)
      while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if os.WIFSTOPPED(status):
          os.write(tell, b"stop %d\\n" % (termios.tcgetattr(slave) == before))
          continue
        os.write(tell, b"end %d\\n" % status)
        os._exit(0)
    os.close(tell)
    sent, heard, ended, noticed, stopped = b"", b"", False, None, 0.0
    def listen(seconds):
      global sent, heard, ended, noticed
      end = time.monotonic() + seconds
      while not ended and (left := end - time.monotonic()) > 0:
        ready = select.select([master, numbers], [], [], left)[0]
        if master in ready: sent += os.read(master, 65536)
        if numbers in ready:
          more = os.read(numbers, 4096)
          heard += more
          if b"stop" in more: noticed = time.monotonic()
          ended = b"end" in heard or not more
    while b"\\n" not in heard: listen(0.1)
    job = int(heard.split(b"\\n")[0])
    for kind, value in steps:
      if ended: break
      if kind == "wait": listen(value)
      elif kind == "keys": os.write(master, value.encode())
      elif kind == "signal": os.kill(job, value)
      else:
        stopped += time.monotonic() - noticed if noticed else 0
        os.kill(job, signal.SIGCONT)
    listen(20)
    if not ended:
      os.kill(job, signal.SIGKILL)
      listen(5)
    seconds = time.monotonic() - began
    while select.select([master], [], [], 0.3)[0]:
      try: more = os.read(master, 65536)
      except OSError: break
      if not more: break
      sent += more
    words = [line.split() for line in heard.decode().splitlines()[1:]]
    status = next((int(w[1]) for w in words if w[0] == "end"), 0)
    print(json.dumps({
      "text": sent.decode("utf-8", "replace"),
      "exit": os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
      "signal": os.WTERMSIG(status) if os.WIFSIGNALED(status) else None,
      "seconds": seconds, "stoppedSeconds": stopped,
      "isRestored": termios.tcgetattr(slave) == before,
      "stops": [w[1] == "1" for w in words if w[0] == "stop"]}))
    """
}
