import ArgumentParser
import Evaluate

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
protocol StudySubcommand: AsyncParsableCommand {
  var output: StudyOutputOptions { get }

  /// Creates the study from the options; throws for values out of range.
  func study() throws -> any Study
}

extension StudySubcommand {
  func run() async throws {
    let study = try study()
    let progress = Progress(type(of: study).name, quiet: output.console.quiet)
    defer { progress.finish() }
    let table = try await study.run(StudyRunner(jobs: output.jobs.count) { progress.show($0) })
    progress.finish()
    if output.console.json {
      try Console.print(json: table)
    } else {
      try output.markdown
        ? Console.print(table.markdown) : output.form.print({ table.brief($0) }, details: { table.lines })
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

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func validate() throws {
    if markdown, console.json { throw OptionError("--markdown", message: "excludes --json; give one of them") }
  }
}
