import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// The system's program that opens a file with the program for its kind: `open` on a Mac, `xdg-open` elsewhere.
enum Browser {
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

/// The choice to see a page or a picture at once.
struct OpenOption: ParsableArguments {
  @Flag(help: "Open the written page or picture; without one, write it to the temporary folder and open that.")
  var open = false

  /// A new path in a private folder of the temporary folder.
  ///
  /// - Throws: if the folder cannot be created.
  static func temporaryPath(_ name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gazesim-\(UUID().uuidString)")
    do {
      // A page holds figures of single people, so other users may not read it.
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileError(path: folder.path, message: "cannot create the folder for --open; name a file with -o")
    }
    return folder.appendingPathComponent(name).path
  }

  /// Opens the first page among these files, or the first picture; says so if that is impossible.
  func show(_ paths: [String], quiet: Bool) {
    guard open else { return }
    let shown = paths.first { $0.lowercased().hasSuffix(".html") } ?? paths.first(where: PictureKind.isPicture)
    guard let shown, let reason = Browser.open(shown) else { return }
    if !quiet { Console.note("not opened: \(reason)") }
  }
}
