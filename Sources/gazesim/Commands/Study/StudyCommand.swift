import ArgumentParser
import Evaluate
import GazeRecording

struct StudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study", abstract: "Questions about the simulation itself.",
    discussion: "The same seed gives the same figures, for any number of --jobs.",
    subcommands: [
      PopulationCommand.self, SplitsCommand.self, ProtocolCommand.self, SensitivityCommand.self,
      CharacterizeCoverageCommand.self, CoverageCommand.self, IntervalsCommand.self, GatesCommand.self,
      LimitsCommand.self, CorrectnessCommand.self, DoctorStudyCommand.self, SmoothingCommand.self, TriggerCommand.self,
      TrustCommand.self, RecentreStudyCommand.self, MisuseStudyCommand.self, ConfirmStudyCommand.self,
      ReadersStudyCommand.self,
    ])
}

/// Subcommand of `gazesim study`: it creates a study from its options, runs it and prints its table.
protocol StudySubcommand: DividesPeople {
  var output: StudyOutputOptions { get }

  /// Creates the study from the options; throws for values out of range.
  func study() throws -> any Study
}

extension StudySubcommand {
  var isQuiet: Bool { output.console.quiet }
  var sharding: ShardOptions { output.sharding }
  var force: Bool { output.force }
  var writtenFiles: [String] { output.files.map { "-o \($0)" } }

  func indivisible() throws -> String? { try study().indivisible }

  func run() async throws {
    let study = try study()
    try output.check()
    let progress = Progress(type(of: study).name, quiet: output.console.quiet)
    defer { progress.finish() }
    let table = try await study.run(StudyRunner(jobs: output.jobs.count) { progress.show($0) })
    progress.finish()
    let record = try record()
    try output.write(table, record)
    if output.console.json {
      try Console.print(report: table.facts, record)
    } else if output.markdown {
      try Console.print(table.markdown + (record?.markdown ?? []))
    } else {
      try output.form.print({ table.brief($0) }, details: { table.lines }, by: self)
    }
  }
}

extension CommandConfiguration {
  /// Creates the command's configuration from a study's name and question, and a longer discussion.
  init(_ study: any Study.Type, discussion: String) {
    self.init(
      commandName: study.name, abstract: study.question, usage: "gazesim study \(study.name) [<options>]",
      discussion: discussion)
  }
}

/// Options of every study.
struct StudyOutputOptions: ParsableArguments {
  @Flag(help: "Print the result as Markdown.")
  var markdown = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: """
      Also write the result to FILE.json, FILE.md (Markdown) or FILE.txt (like --details); may be repeated.
      """, completion: .file(extensions: Format.allCases.map(\.rawValue)))
  var files: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions
  @OptionGroup var sharding: ShardOptions

  /// Format of a file, by its ending.
  enum Format: String, CaseIterable {
    case json, md, txt
  }

  func validate() throws {
    if markdown, console.json { throw OptionError("--markdown", message: "excludes --json; give one of them") }
  }

  /// Refuses paths that cannot be written, before the computation.
  func check() throws {
    for (index, path) in files.enumerated() {
      _ = try Format(ending: path)
      guard !files[..<index].contains(where: { InputFiles.areSame($0, path) }) else {
        throw FileError(path: path, message: "is named twice")
      }
      _ = try OutputFile(path: path, force: force)
    }
  }

  /// Writes a study's answer to all files.
  func write(_ table: StudyTable, _ record: CommandRecord?) throws {
    for path in files {
      var file = try OutputFile(path: path, force: force)
      switch try Format(ending: path) {
      case .json: try file.write([UInt8](Console.encoded(report: table.facts, record)) + Array("\n".utf8))
      case .md: try file.write((table.markdown + (record?.markdown ?? [])).map { $0 + "\n" }.joined())
      case .txt: try file.write((record?.signed(table.lines) ?? table.lines).map { $0 + "\n" }.joined())
      }
      try file.commit()
      if !console.quiet { Console.note("wrote \(path)") }
    }
  }
}
