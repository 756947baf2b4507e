import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare pipelines side by side on the same people.",
    discussion: """
      Runs every published mapping from a face to a pointer, and the project's own, on the same simulated people. A \
      ratio is the error of the last row (`standard` with a person's five points) over the error of the row, paired \
      over people: below 1, the last row is better than the row.

      Arms, a row each: the pipeline as published; with the one constant offset that is best for these people at this \
      recline (found on the frames that it is judged by, so it flatters the pipeline; where no scenario shows targets \
      and the loop is closed, found on the same people in an open loop); with each person's own constant from the five \
      points that `standard` gets, too; and with the constant that would have been best for each person in the judged \
      session itself, which cannot be known beforehand. Pipelines that learn the five points by themselves have a row \
      without and a row with them.

      With --split all everything is run under every split of the raw error that fits (see 'gazesim study splits'), \
      and each row shows its smallest and largest estimate, each with its own interval; the table above it is for the \
      split typical.

      Pipelines (* reproduced from code published at github.com):
      \(GazeRig.listing)
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Pipelines, separated by commas. Default: all.")
  var pipelines: String?

  @Option(
    help: """
      Rows per pipeline: published (as published), constants (also with the best constant, unless the gain is \
      doubled), all (also with the best constant, with own five points, and with hindsight).
      """)
  var arms = GazeComparison.ArmChoice.constants.rawValue

  @Option(help: "Angles by which the phone leans back from upright, degrees, separated by commas.")
  var recline = "30"

  @Option(
    help: """
      What simulated people do; may be repeated. Default: \
      \(Rigs.defaults { $0.scenarioNames }).
      """)
  var scenario: [String] = []

  @Option(
    name: .shortAndLong,
    help: "Also write the result to FILE.json, FILE.md (Markdown), FILE.csv or FILE.html (a page); may be repeated.")
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup var simulation: SimulationOptions
  @OptionGroup var loop: LoopOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  // Arguments are checked here and not in `run()`, so that an error shows this command's usage.
  func validate() throws {
    if let pipelines, pipelines.split(separator: ",").isEmpty { throw ValidationError("--pipelines needs a name.") }
    if try reclines().isEmpty { throw ValidationError("--recline needs degrees.") }
  }

  private func reclines() throws -> [Double] {
    let reclines = try recline.split(separator: ",").map { text in
      guard let value = Double(text) else {
        throw ValidationError("--recline takes degrees, separated by commas, not \"\(text)\".")
      }
      guard (0...90).contains(value) else {
        throw OptionError("--recline", is: String(text), expected: "0 to 90 degrees")
      }
      return value
    }
    for (index, value) in reclines.enumerated() where reclines[..<index].contains(value) {
      throw OptionError("--recline", message: "names \(value) twice; give each recline once")
    }
    return reclines
  }

  private func armChoice() throws -> GazeComparison.ArmChoice {
    guard let choice = GazeComparison.ArmChoice(rawValue: arms) else {
      throw UnknownNameError(
        kind: "choice of arms", name: arms, among: GazeComparison.ArmChoice.allCases.map(\.rawValue),
        listing: "gazesim compare --help")
    }
    return choice
  }

  func run() async throws { try await run(try device.chosenRig()) }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    console.remarkGazeAlone(["arms", "recline", "loop"], rig)
    var choice = ComparisonChoice<R>()
    if let names = try pipelineNames() { choice.pipelines = try names.map { try R.pipeline(named: $0) } }
    if R.isUsual {
      (choice.arms, choice.reclines) = (try armChoice(), try reclines())
      if simulation.person.split == PersonOptions.allSplits { choice.splits = ErrorSplit.fitted }
    }
    choice.devices = try DeviceOptions.library(file: device.profile).profiles
    try checkFiles()
    let profile = try device.profile(rig)
    let scenarios = try R.scenarios(scenario)
    var run = Run<R>(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), scenarios[0], participants: 20, splits: choice.splits != nil),
      scenarios: scenarios)
    if R.isUsual { run.loop = try loop.chosen(Pipeline<R>?.none) }
    run.recordsTracks = output.contains { (try? ComparisonFormat(path: $0)) == .html }
    let progress = Progress("compare", quiet: console.quiet)
    let report = try await R.compare(run, choice, jobs: jobs.count) { progress.show($0) }
    progress.finish()
    try write(report)
    if console.json { try Console.print(json: report.json) } else { try Console.print(report.lines) }
  }

  /// Refuses paths that cannot be written, before the computation.
  private func checkFiles() throws(FileError) {
    for (index, path) in output.enumerated() {
      _ = try ComparisonFormat(path: path)
      guard !output[..<index].contains(where: { InputFiles.areSame($0, path) }) else {
        throw FileError(path: path, message: "is named twice")
      }
      _ = try OutputFile(path: path, force: force)
    }
  }

  /// Writes a comparison to all files.
  private func write(_ report: WrittenComparison) throws {
    for path in output {
      var file = try OutputFile(path: path, force: force)
      switch try ComparisonFormat(path: path) {
      case .json: try file.write([UInt8](Console.encoded(report.json)) + Array("\n".utf8))
      case .md: try file.write(report.markdown())
      case .csv: try file.write(report.csv())
      case .html: try file.write(report.html())
      }
      try file.commit()
    }
  }

  /// The names in `--pipelines`; nil if the option is not given.
  ///
  /// - Throws: `OptionError` for a name that is given twice.
  private func pipelineNames() throws -> [String]? {
    guard let pipelines else { return nil }
    let names = pipelines.split(separator: ",").map { text in
      String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    for (index, name) in names.enumerated() where names[..<index].contains(name) {
      throw OptionError("--pipelines", message: "names \(name) twice; give each pipeline once")
    }
    return names
  }
}
