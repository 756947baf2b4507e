import Evaluate
import GazeRecording
import PortableFoundation

/// The system's program that opens a file with the program for its kind: `open` on a Mac, `xdg-open` elsewhere.
enum Opener {
  /// The program's name.
  #if os(macOS)
    static let name = "open"
  #else
    static let name = "xdg-open"
  #endif

  /// Longest time to wait for the program: it usually ends at once, but some run as long as the browser.
  private static let patience = Duration.seconds(3)

  /// Opens a file. No shell is involved, so the file's name can hold any character.
  ///
  /// - Returns: nil if it was opened, or the reason for which it was not.
  static func open(_ path: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if isContinuousIntegration(environment) { return "CI is set, and nobody is there to see \(path)" }
    guard let program = program(environment) else {
      return "there is no \(name) in PATH; open \(path) yourself"
    }
    let null = PortableFoundation.open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    // An absolute path cannot be taken for an option.
    let arguments = [program, URL(fileURLWithPath: path).path]
    var pid: pid_t = 0
    let files = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { (from: null, to: $0) }
    guard null >= 0, ChildProcess.start(arguments, environment: environment, files: files, &pid) == 0 else {
      return "\(program) cannot be run; open \(path) yourself"
    }
    guard let code = exitCode(of: pid), code != 0 else { return nil }
    return "\(program) ended with exit code \(code); open \(path) yourself"
  }

  /// The exit code of a program that ends within `patience`, or the number of the signal that ended it; nil if it still
  /// runs.
  private static func exitCode(of pid: pid_t) -> Int32? {
    let end = ContinuousClock.now + patience
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      guard ContinuousClock.now < end else { return nil }
      usleep(20_000)
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : signal
  }

  /// True if the environment is that of continuous integration: CI is set, and not to a word for no.
  static func isContinuousIntegration(_ environment: [String: String]) -> Bool {
    !["", "0", "false", "no"].contains((environment["CI"] ?? "").lowercased())
  }

  private static func program(_ environment: [String: String]) -> String? {
    // An empty entry of PATH would be the current folder, whose programs are not trusted.
    (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
