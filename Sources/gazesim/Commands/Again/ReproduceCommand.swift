import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

struct ReproduceCommand: AsyncParsableCommand, ReadsFiles {
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
