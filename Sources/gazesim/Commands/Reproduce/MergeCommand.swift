import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import PortableFoundation

struct MergeCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make the result of all parts that --shard wrote.",
    usage: "gazesim merge PART... [<options>]",
    discussion: """
      Runs the command of the parts with their figures in place of a simulation, so output, files and exit code are \
      those of the command without --shard, and a report says that it was merged. The order of the parts does not \
      matter. A share that is missing or given twice, and a part of another version, command or input file, is an \
      error (exit code 2).

        gazesim compare --participants 1000 --shard 1/2
        gazesim compare --participants 1000 --shard 2/2
        gazesim merge compare-*.part -o compare.json
      """)

  @Argument(help: "All parts of one command.", completion: .file(extensions: ["part"]))
  var parts: [String]

  @Option(name: .shortAndLong, help: "Also write the result to a file, like the command's own -o; may be repeated.")
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @Flag(help: "Print no remarks and no progress.")
  var quiet = false

  @OptionGroup var jobs: JobsOptions

  var inputs: [String] { parts }

  func run() async throws {
    if let page = output.first(where: { $0.lowercased().hasSuffix(".html") }) {
      throw OptionError(
        "-o \(page)", message: "a page draws people along time, and parts hold figures alone; name another format")
    }
    let merged = try Parts(parts.map { try PartFile(path: $0) })
    var words = output.flatMap { ["-o", $0] } + (force ? ["--force"] : []) + (quiet ? ["--quiet"] : [])
    if let count = jobs.jobs { words += ["--jobs", "\(count)"] }
    let remark = "the figures are merged from \(parts.count) \(parts.count == 1 ? "part" : "parts")"
    do {
      try await Shards.$mode.withValue(.merge(merged)) { [words] in
        try await merged.command.run(adding: words, path: parts[0])
      }
    } catch let verdict as ExitCode {
      if !quiet { Console.note(remark) }
      throw verdict
    }
    if !quiet { Console.note(remark) }
  }
}
