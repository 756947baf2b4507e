import Foundation
import GazeRecording

/// The system's program that opens a file with the program for its kind: `open` on a Mac, `xdg-open` elsewhere.
enum Opener {
  /// The program's name.
  #if os(macOS)
    static let name = "open"
  #else
    static let name = "xdg-open"
  #endif

  /// Longest time to wait for the program, seconds: it usually ends at once, but some run as long as the browser.
  private static let patience = 3.0

  /// Opens a file. No shell is involved, so the file's name can hold any character.
  ///
  /// - Returns: nil if it was opened, or the reason for which it was not.
  static func open(_ path: String, environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    if isContinuousIntegration(environment) { return "CI is set, and nobody is there to see \(path)" }
    guard let program = program(environment) else {
      return "there is no \(name) in PATH; open \(path) yourself"
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    // An absolute path cannot be taken for an option.
    process.arguments = [URL(fileURLWithPath: path).path]
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return "\(program) cannot be run; open \(path) yourself" }
    let end = Date(timeIntervalSinceNow: patience)
    while process.isRunning, Date() < end { usleep(20_000) }
    guard !process.isRunning, process.terminationStatus != 0 else { return nil }
    return "\(program) ended with exit code \(process.terminationStatus); open \(path) yourself"
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
