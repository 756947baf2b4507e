import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import PortableFoundation

/// Parses the arguments, runs the command, and turns errors into the documented exit codes: 0 done, 1 a gate failed,
/// 2 an error, 3 a gate is inconclusive, 64 arguments that cannot be parsed.
@main
enum Main {
  static func main() async {
    StandardStreams.hold()
    InterruptedFiles.handleSignals()
    // Errors name options and subcommands only here: an app, which links the same modules, has none.
    await Wording.$isForCommand.withValue(true) { await runCommand() }
  }

  private static func runCommand() async {
    if let fault = RawArguments.fault() {
      Console.error(fault)
      exit(2)
    }
    if let fault = UnknownArguments.fault(in: Invocation.current.words) {
      Console.error(fault.description)
      exit(ExitCode.validationFailure.rawValue)
    }
    // The command is used by a single task from here to the end, so no data race is possible.
    nonisolated(unsafe) let command: any ParsableCommand
    do { command = try Root.parseAsRoot() } catch {
      let error = RawArguments.printable(error)
      end(error, Root.message(for: error))
    }
    let words = Invocation.current.words
    if let fault = RepeatedOptions.fault(in: words) ?? DecimalNumbers.fault(in: words) {
      Console.error(fault.description)
      exit(ExitCode.validationFailure.rawValue)
    }
    let cutOff = CutOffRecordings()
    do {
      try await CutOffRecordings.$heard.withValue(cutOff) {
        try await InputFiles.$paths.withValue((command as? any InputReadingCommand)?.inputs ?? []) {
          try await run(command)
        }
      }
      remark(cutOff)
    } catch let error as ExitCode {
      remark(cutOff)
      exit(error.rawValue)
    } catch let error as UsageError {
      Console.error(error.description)
      exit(ExitCode.validationFailure.rawValue)
    } catch {
      remark(cutOff)
      end(error, "\(error)")
    }
  }

  private static func remark(_ cutOff: CutOffRecordings) {
    guard !CommandLine.arguments.contains("--quiet") else { return }
    for (path, line) in cutOff.all {
      Console.note("\(path):\(line): the file ends in the middle of this line; only the frames before it were used")
    }
  }

  private static func run(_ command: any ParsableCommand) async throws {
    if var divided = command as? any ShardableCommand {
      try await divided.runOrShare { try await divided.run() }
    } else if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      var command = command
      try command.run()
    }
  }

  private static func end(_ error: any Error, _ message: String) -> Never {
    switch Root.exitCode(for: error) {
    case .success:
      // The text is help, the version, or a completion script.
      let text = Root.fullMessage(for: error)
      do throws(FileError) { if !text.isEmpty { try Console.print(asIs: text) } } catch {
        Console.error("\(error)")
        exit(2)
      }
      exit(0)
    case .validationFailure:
      Console.usage(Root.fullMessage(for: error))
      if let hint = RawArguments.hint(on: message) { Console.note(hint) }
      exit(ExitCode.validationFailure.rawValue)
    default:
      Console.error(message)
      exit(2)
    }
  }
}

struct Root: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gazesim",
    abstract: "Simulates, calibrates and judges on-screen gaze pointers without a phone, a face or a ruler.",
    discussion: """
      Simulated faces drive gazesim's own pointer pipeline, the same code that an app links. A fit finds the screen's \
      geometry and the smoothing; an evaluation measures how far off the pointer is and how often the page scrolls \
      without intent. Results go to stdout, everything else to stderr.

      Exit codes: 0 done (and the gate passed), 1 a gate failed, 2 an error, 3 a gate is inconclusive, 64 wrong usage.
      """,
    version: Tool.name,
    subcommands: [
      InitCommand.self, DevicesCommand.self, ScenariosCommand.self, MetricsCommand.self, GenerateCommand.self,
      CalibrateCommand.self,
      EvaluateCommand.self, ExplainCommand.self, GateCommand.self, QualityCommand.self, CompareCommand.self,
      ReplayCommand.self,
      ImportCommand.self,
      ConvertCommand.self,
      RecordInfoCommand.self,
      CharacterizeCommand.self, DoctorCommand.self,
      MergeCommand.self, ReproduceCommand.self,
    ])
}
