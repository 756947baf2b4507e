import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

/// `gazesim compare`. The numbers of mappings and variants in the discussion are those of `GazeRig.pipelines`:
/// `GazeComparisonTests` reads them in this file's text.
struct CompareCommand: ShardableCommand, ResultFiles {
  typealias Format = ComparisonFormat

  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compare pipelines side by side on the same people.",
    discussion: """
      Runs nine published mappings from a face to a pointer, four variants that nobody published (-converted, \
      blendshapes), and the project's own, on the same simulated people. A ratio is the error of the reference \
      (`standard` with a person's five points) over the error of the row, paired over people: below 1, the reference \
      is better than the row. The rows "at rest" are of a pointer that never moves.

      If some scenarios show targets and others a page, the error is that of the scenarios with targets. Recentring \
      learns from a page, so compare recentrings with '--scenario reading'.

      Arms, a row each: the pipeline as published; with the one constant offset that is best for these people at this \
      recline (found on the frames that it is judged by, so it flatters the pipeline; where no scenario shows targets \
      and the loop is closed, found on the same people in an open loop); with each person's own constant from the five \
      points that `standard` gets, too; and with the constant that would have been best for each person in the judged \
      session itself, which cannot be known beforehand. Pipelines that learn the five points by themselves have a row \
      without and a row with them, and with --arms all one with them and with hindsight: the most that another \
      calibration in the session could bring.

      --vary asks how much the figures depend on a constant of the simulation: people and random draws stay the \
      same, and p is adjusted over all values (Holm).

      Rows of `standard` that differ from it in one thing: --smoothing adds one with each smoothing, --calibration one \
      with a calibration file, --recentre one with each recentring in the session, --trigger one with each rule for \
      scrolling. In a closed loop the last two also get the row of a tracker without errors on the same task.

      With --split all everything is run under every split of the raw error that fits, and each row shows its smallest \
      and largest estimate, each with its own interval; the table above it is for the split typical. With --draws each \
      split has people and phones of its own, so a range need not hold the table's figures.

      With recordings, each pipeline runs as published on the same recordings, which are read once; arms, reclines and \
      splits need simulated people. If the recordings hold the pointer that their app drew, it has the row recorded.

      Pipelines (* reproduced from code published at github.com):
      \(GazeRig.listing)
      """)

  @Argument(
    help: """
      Recordings to compare on instead of simulated people. \(NamedRecordings.people)
      """, completion: Completions.recordings)
  var files: [String] = []

  @OptionGroup var named: NamedRecordings

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      Pipelines, separated by commas; with recordings also recorded. Default: all; with \
      --smoothing, --recentre, --trigger or --vary standard alone.
      """, completion: Completions.pipelines)
  var pipelines: String?

  @OptionGroup var program: ProgramOptions
  @OptionGroup var variants: VariantOptions

  @Option(
    help: """
      Rows per pipeline: published (as published), constants (also with the best constant, unless the gain is \
      doubled), all (also with the best constant, with own five points, and with hindsight).
      """, completion: .list(GazeComparison.VariantChoice.names))
  var arms = GazeComparison.VariantChoice.constants.rawValue

  @Option(help: "Angles by which the phone leans back from upright, degrees, separated by commas.")
  var recline = "30"

  @OptionGroup var scenarioOptions: ScenarioOptions

  @Option(
    name: .shortAndLong,
    help: """
      Also write the result to FILE.json, FILE.md (Markdown), FILE.csv, FILE.html (a page) or ranges.svg (a picture); \
      may be repeated.
      """,
    completion: .file(extensions: ComparisonFormat.names))
  var output: [String] = []

  @Flag(help: "Replace existing files.")
  var force = false

  @Option(
    help: """
      Draws of people and phone to pool, each of --participants people: the given seed and phone, then the next ones. \
      The intervals then hold phones too. With --split all each split has draws of its own.
      """)
  var draws = 1

  @OptionGroup var opening: OpenOption
  @OptionGroup var simulation: SimulationOptions
  @OptionGroup var loop: LoopOptions
  @Flag(help: "Print all rows, not only the first ones.")
  var all = false

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions
  @OptionGroup var sharding: ShardOptions

  var isQuiet: Bool { console.quiet }
  var writtenFiles: [String] { fileOptions }

  func indivisible() -> String? {
    input.isEmpty ? nil : ShardOptions.ofRecordings
  }

  /// The recordings: bare files, then those of `--input`.
  var input: [String] { files + named.inputFiles }

  var inputs: [String] { input + device.inputs + simulation.inputs + variants.inputs }

  // Arguments are checked here and not in `run()`, so that an error shows this command's usage.
  func validate() throws {
    try RecordingInput.checkUnique(input)
    if let pipelines, pipelines.split(separator: ",").isEmpty { throw ValidationError("--pipelines needs a name.") }
    if try reclines().isEmpty { throw ValidationError("--recline needs degrees.") }
    try OptionError.check("--draws", draws, in: 1...1000, expected: "1 to 1000")
  }

  private func reclines() throws -> [Double] {
    let reclines = try recline.split(separator: ",").map { text in
      guard let value = Double(decimal: text) else {
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

  func run() async throws {
    try UnknownArguments.check(files, of: Self.self, program: program.pipelineCommand)
    try await run(try device.chosenRig(input))
  }

  /// Options that only comparisons of gaze on simulated people have.
  private static let simulatedGaze = ["arms", "recline", "draws", "loop"]

  private func run<R: Rig>(_ rig: R.Type) async throws {
    let ofGaze = Self.simulatedGaze + ["smoothing", "recentre", "trigger"]
    if !input.isEmpty { return try await compareRecordings(rig, ofGaze) }
    console.remarkUseless(ofGaze, rig)
    var choice = ComparisonChoice<R>()
    choice.pipelines = try chosenPipelines(rig)
    choice.variants = try variants.chosen(rig, pipelines: choice.pipelines.map(\.name), areNamed: pipelines != nil)
    if R.accepts("arms") {
      choice.variantChoice = try .named(arms, kind: "choice of arms", help: "compare")
      (choice.reclines, choice.draws) = (try reclines(), draws)
      if simulation.split == SimulationOptions.allSplits { choice.splits = ErrorSplit.fitted }
    }
    if let recorded = R.facts.recorded, choice.pipelines.contains(recorded) {
      throw OptionError(
        "--pipelines",
        message: """
          names \(recorded.name); simulated people have no recorded pointer; name the recordings: gazesim \
          compare FILE --pipelines \(recorded.name),\(R.standard.name)
          """)
    }
    choice.devices = try DeviceOptions.library(file: device.profile).profiles
    try checkPictures()
    let profile = try device.profile(rig)
    try addProgram(to: &choice.pipelines, on: profile)
    choice.variants.calibration = try variants.calibration(rig, for: nil, profile, console)
    let scenarios = try scenarioOptions.chosen(R.self)
    var run = Run<R>(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), scenarios[0], participants: SimulationOptions.usualPeople, splits: choice.splits != nil),
      scenarios: scenarios)
    if R.accepts("loop") { run.loop = try loop.chosen(Pipeline<R>?.none) }
    choice.variants.variations = try variants.variations(run.simulation)
    run.recordsTraces = wantsPage
    let progress = Progress("compare", quiet: console.quiet)
    let comparison = try await R.compare(.simulated(run), choice, Work(jobs: jobs.count) { progress.show($0) })
    progress.finish()
    try show(comparison)
  }

  private func compareRecordings<R: Rig>(_ rig: R.Type, _ ofGaze: [String]) async throws {
    guard variants.vary.isEmpty else {
      throw OptionError("--vary", message: "needs simulated people; leave the recordings out")
    }
    var compared = try chosenPipelines(rig)
    var rows = try variants.chosen(rig, pipelines: compared.map(\.name), areNamed: pipelines != nil)
    // The recordings' own pointer is a row if there is one.
    if pipelines == nil, let recorded = R.facts.recorded { compared.insert(recorded, at: 0) }
    try checkPictures()
    var run: RecordedRun<R>?
    let progress = Progress("compare", quiet: console.quiet)
    defer { progress.finish() }
    for (index, path) in input.enumerated() {
      let reader = try SampleReader<R.Sample>(path: path, ordered: true)
      let profile = try device.profile(rig, of: reader.header, path: path)
      if let run { try RecordingInput.checkSame(profile, run.profile, path: path) }
      rows.calibration = try variants.calibration(rig, for: reader.header, profile)
      if run == nil {
        try addProgram(to: &compared, on: profile)
        run = RecordedRun(profile: profile, comparing: compared, variants: rows)
      }
      try run?.add(reader, path: path)
      progress.show(Double(index + 1) / Double(input.count))
    }
    guard let run else { return }
    var choice = ComparisonChoice<R>()
    choice.needsPointer = pipelines != nil
    let comparison = try await R.compare(.recorded(run, path: input[0]), choice, Work(jobs: jobs.count))
    progress.finish()
    console.remark(on: run.faults)
    console.remarkUseless(ofGaze, rig)
    if R.accepts("free"), let file = rows.calibration, let path = variants.calibration {
      console.remark(on: file, path)
      console.remark(on: file, path, for: run.recordedPeople, areSimulated: run.areSimulated)
    }
    console.remarkIgnored(
      EvaluationOptions.simulated + (R.accepts("arms") ? Self.simulatedGaze + ["split"] : []),
      since: "the people are those of the recordings")
    try show(comparison)
  }

  /// The named pipelines; without names all of them, or `standard` alone if its variants are compared.
  private func chosenPipelines<R: Rig>(_: R.Type) throws -> [Pipeline<R>] {
    guard let pipelines else { return variants.isAboutStandard(R.self) ? [R.standard] : R.pipelines }
    return try ListedNames.of(pipelines, "--pipelines", "pipeline").map { try R.pipeline(named: $0) }
  }

  /// Adds the program before `standard`: the last pipeline is the one to which the ratios refer.
  private func addProgram<R: Rig>(to pipelines: inout [Pipeline<R>], on profile: DeviceProfile) throws {
    guard let own = try program.pipeline(R.self, on: profile) else { return }
    pipelines.insert(own, at: pipelines.firstIndex(of: R.standard) ?? pipelines.count)
  }

  /// Refuses paths that cannot be written, before the computation.
  private func checkPictures() throws {
    try checkFiles { format, path in
      if format == .svg { _ = try PictureKind(path: path, among: [.ranges], of: "compare") }
    }
  }

  /// Writes a comparison to all files, opens the page or the picture if that was asked for, and prints it: as JSON, in
  /// short, or with everything.
  private func show(_ comparison: any WrittenComparison) throws {
    try write(comparison, of: self, unnamed: "compare.html") { format, _ in
      switch format {
      case .json: nil
      case .md: comparison.markdown
      case .csv: comparison.csv
      case .html: comparison.html
      case .svg: comparison.rangesPicture
      }
    }
    try form.print(comparison, console, by: self) { comparison.document(short: $0, all: all) }
  }
}
