import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

struct ReproduceCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce", abstract: "Run the command of a JSON report again and compare.",
    discussion: """
      A JSON report of evaluate, gate or compare holds its command: version, words, a hash of each file that was read, \
      and a hash of all of these (key "command"). This runs it again and compares every value. Files whose content has \
      changed since then are refused.

      Exit code: 0 every value is the same, 1 a value differs, 2 an error.
      """)

  @Argument(help: "A JSON report.", completion: Completions.json)
  var report: String

  @Flag(help: "Print no remarks and no progress.")
  var quiet = false

  @OptionGroup var jobs: JobsOptions

  var inputs: [String] { [report] }

  func run() async throws {
    let file = try ReportFile(path: report)
    let record = file.command
    if record.version != Tool.version, !quiet {
      Console.note("\(report): was made by gazesim \(record.version); this is \(Tool.version)")
    }
    let words = ["--json", "--quiet"] + (jobs.jobs.map { ["--jobs", "\($0)"] } ?? [])
    let receiver = Console.Receiver()
    do {
      try await Console.$receiver.withValue(receiver) { try await record.run(adding: words, path: report) }
    } catch is ExitCode {
      // The verdict of a gate; its report is there.
    }
    let differences = try file.differences(to: receiver.json)
    let command = ["  conditions \(record.hash)", "  \(record.line)"]
    guard let first = differences.first else {
      return try Console.print(["reproduced: every value is the same"] + command)
    }
    try Console.print(
      ["not reproduced: \(NumberText.count(differences.count, "value differs", "values differ"))", "  first: \(first)"]
        + command)
    throw ExitCode(1)
  }
}

/// A command whose result states how it was made, so that 'gazesim merge' and 'gazesim reproduce' can run it again.
protocol ReproducibleCommand: AsyncParsableCommand, InputReadingCommand {
  /// True if no remarks are printed.
  var isQuiet: Bool { get }
}

extension ReproducibleCommand {
  /// The record of this command; nil if an input is a pipe, which cannot be read again.
  func record() throws -> CommandRecord? {
    inputs.allSatisfy(CommandRecord.canBeReadAgain) ? try CommandRecord(.current, inputs: inputs) : nil
  }
}

extension CommandRecord {
  /// Runs the command again, with these further words, after its input files were found unchanged.
  ///
  /// - Parameter path: the file that holds this record, for errors. The file may be a stranger's, so it can neither
  ///   name a program to run nor a file to write.
  func run(adding words: [String], path: String) async throws {
    func fault(_ message: String) -> FileError {
      FileError(path: path, field: "command.arguments", message: message)
    }
    let invocation = Invocation(arguments)
    guard invocation.isCondition else {
      throw fault("holds options that no record has; make it again")
    }
    // Words that choose the form of the output give way to those of the caller.
    let recorded = words.contains("--json") ? invocation.figures.words : arguments
    let command: any ParsableCommand
    do { command = try Root.parseAsRoot(recorded + words) } catch {
      throw fault("is not a command of this version: \(Root.message(for: error)); make it again")
    }
    guard var again = command as? any ReproducibleCommand else {
      throw fault("'\(line)' gives no result that can be made again")
    }
    for option in ["--pipeline-command", "--accept", "--write-limits"] where invocation.has(option) {
      throw fault("has \(option), and a file must neither start a program nor write one; run it yourself: \(line)")
    }
    try checkHash(path: path)
    try checkInputs(again.inputs, path: path)
    try await Invocation.$current.withValue(Invocation(recorded + words)) {
      try await InputFiles.$paths.withValue(again.inputs + [path]) { try await again.run() }
    }
  }
}
