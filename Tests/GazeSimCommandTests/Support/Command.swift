import Foundation
import TestSupport
import Testing

/// Runs the built `gazesim` as a user would.
struct Command: Sendable {
  /// Result of a run.
  struct Outcome: Sendable {
    /// The exit code, or the number of the signal that ended the run.
    var status: Int32
    var isSignalled: Bool
    var stdout: Data
    var stderr: String

    var text: String { String(decoding: stdout, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The JSON object on stdout, without the command that made it.
    func json() throws -> [String: Any] {
      var object = try jsonObject(stdout)
      object["command"] = nil
      return object
    }

    /// The JSON on stdout without the lines of the command that made it, for two commands with the same result.
    var withoutCommand: String {
      guard let start = text.range(of: "  \"command\" : {\n"),
        let end = text.range(of: "\n  },\n", range: start.upperBound..<text.endIndex)
      else { return text }
      return String(text[..<start.lowerBound] + text[end.upperBound...])
    }
  }

  /// Time after which a run counts as hanging, seconds. A debug build on a busy machine takes a minute.
  private static let patience = 300.0

  /// The working folder; also `HOME`, so that nobody's own profiles count.
  let folder: ScratchFolder

  init(in folder: ScratchFolder) { self.folder = folder }

  /// In a folder of its own.
  init() throws { self.init(in: try ScratchFolder()) }

  /// Runs the words of a line, which spaces separate, and expects an exit code.
  @discardableResult
  func callAsFunction(
    _ line: String, status: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(line)
    #expect(
      outcome.status == status && !outcome.isSignalled, "\(line): \(outcome.stderr)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Expects a documented failure that leaves the folder unchanged: the code, one line on stderr that contains `parts`,
  /// nothing on stdout.
  func refuses(
    _ line: String, _ parts: String..., status: Int32 = 2, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.snapshot()
    expectRefusal(try await run(line), parts, status: status, sourceLocation: sourceLocation)
    #expect(try folder.snapshot() == before, "\(line)", sourceLocation: sourceLocation)
  }

  /// Runs a line of `sh`, in which `"$gazesim"` is the built command.
  func shell(_ line: String, environment: [String: String] = [:]) async throws -> Outcome {
    let own = environment.merging(["gazesim": try Program.built("gazesim").path]) { $1 }
    return try await run(["-c", line], of: URL(fileURLWithPath: "/bin/sh"), environment: own)
  }

  /// Runs the words of a line, which spaces separate, whatever the exit code.
  ///
  /// - Parameter meanwhile: called with the process's number as soon as the command runs.
  func run(
    _ line: String, environment: [String: String] = [:], meanwhile: (@Sendable (pid_t) async throws -> Void)? = nil
  ) async throws -> Outcome {
    try await run(line.split(separator: " ").map(String.init), environment: environment, meanwhile: meanwhile)
  }

  /// Runs the command with a list of arguments, whatever the exit code.
  func run(
    _ arguments: [String], of executable: URL? = nil, environment: [String: String] = [:],
    meanwhile: (@Sendable (pid_t) async throws -> Void)? = nil
  ) async throws -> Outcome {
    // The output goes to files and not to pipes, because pipes would have to be read meanwhile, and another process
    // could keep an end of a pipe open.
    let output = try ScratchFolder()
    func handle(_ name: String) throws -> FileHandle {
      try output.write("", to: name)
      return try FileHandle(forWritingTo: URL(fileURLWithPath: output(name)))
    }
    let process = Process()
    process.executableURL = try executable ?? Program.built("gazesim")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["HOME": folder.path, "GAZESIM_PROFILES": folder("profiles")]
    ) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try handle("stdout")
    process.standardError = try handle("stderr")
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let number = process.processIdentifier
    let watch = Task {
      try await Task.sleep(for: .seconds(Self.patience))
      kill(number, SIGKILL)
    }
    do {
      try await meanwhile?(number)
    } catch {
      kill(number, SIGKILL)
      throw error
    }
    for await _ in ended {}
    watch.cancel()
    return Outcome(
      status: process.terminationStatus, isSignalled: process.terminationReason == .uncaughtSignal,
      stdout: try output.bytes(of: "stdout"), stderr: Self.withoutProgress(try output.text(of: "stderr")))
  }

  /// The text without the lines that a run of more than ten seconds writes, as on a busy machine.
  private static func withoutProgress(_ text: String) -> String {
    text.replacing(#/(?m)^[a-z ]+: \d+ %(, (at most )?\d+ (s|min|h) left)?\n/#, with: "")
  }
}

/// Expects a documented failure: the code, one line on stderr that contains `parts`, nothing on stdout.
func expectRefusal(
  _ outcome: Command.Outcome, _ parts: [String], status: Int32 = 2, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.status == status && !outcome.isSignalled, "\(outcome.stderr)", sourceLocation: sourceLocation)
  #expect(outcome.stdout.isEmpty, sourceLocation: sourceLocation)
  let isOneLine = outcome.stderr.hasSuffix("\n") && outcome.stderr.count { $0.isNewline } == 1
  #expect(
    outcome.stderr.hasPrefix("gazesim: error: ") && isOneLine, "\(outcome.stderr)", sourceLocation: sourceLocation)
  expect(outcome.stderr, contains: parts, sourceLocation: sourceLocation)
}

/// Expects each of `parts` in a text.
func expect(_ text: String, contains parts: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  for part in parts { #expect(text.contains(part), sourceLocation: sourceLocation) }
}
