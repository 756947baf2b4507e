import ArgumentParser
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Options that `evaluate` and `gate` share: people, scenarios and pipeline.
struct EvaluationOptions: ParsableArguments {
  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      A recording to judge instead of simulated people; may be repeated. Files are of different people unless their \
      headers have the same person ('gazesim convert --person').
      """)
  var input: [String] = []

  @Option(
    help: """
      What simulated people do; may be repeated. Default: \
      \(Rigs.defaults { $0.scenarioNames }).
      """)
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help: """
      The pipeline: \(GazeRig.pipelines.map(\.name).joined(separator: ", ")); 'gazesim compare --help' describes \
      each. The other rigs have an article's pipeline and standard. Default: standard.
      """)
  var pipeline: String?

  @OptionGroup var loop: LoopOptions
  @OptionGroup var personCalibration: PersonCalibrationOptions

  @Option(help: "A calibration file; its geometry, smoothing, trigger and (for --input) its people are used.")
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(
    help:
      """
      The pointer's smoothing: profile (or the calibration's), none, mean10, exponential, doubleExponential, oneEuro, \
      gatedTriangular, kalman; the last five use untuned default parameters.
      """
  )
  var smoothing = "profile"

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// Options that define the simulated people.
  static let simulated = CalibrateCommand.simulated + ["noise"]

  /// The files that these options read.
  var inputs: [String] { input + device.inputs + simulation.inputs + (calibration.map { [$0] } ?? []) }

  func validate() throws { try RecordingInput.checkUnique(input) }

  /// The report on simulated people or on recordings, judged by the limits that `limits` gives for the device.
  ///
  /// - Parameters:
  ///   - page: collect the tracks over time that an HTML page draws.
  ///   - claims: the declared mapping of the pipeline, for a gate's correctness stage.
  func report<R: Rig>(
    _: R.Type, page: Bool, claims: PointerClaims? = nil, limits: (DeviceProfile) throws -> [AccuracyGate] = { _ in [] }
  ) async throws -> Report<R> {
    guard input.isEmpty else { return try recorded(R.self, page, claims, limits) }
    let run = try run(R.self, page: page)
    let progress = Progress("evaluate", quiet: console.quiet)
    let people = Double(run.participants)
    let limits = try limits(run.profile)
    defer { progress.finish() }
    let report = try await run.evaluation(limits: limits, jobs: jobs.count) { progress.show(Double($0 + 1) / people) }
    progress.finish()
    console.remark(on: run.simulation, run.scenarios, filled: report.seconds / people)
    return report
  }

  /// The simulated run.
  func run<R: Rig>(_: R.Type, page: Bool = false) throws -> Run<R> {
    console.remarkGazeAlone(["loop", "person-calibration", "smoothing"], R.self)
    let pipeline = try chosenPipeline(R.self)
    var options = try pointerOptions(R.self)
    let profile = try device.profile(R.self)
    let scenarios = try R.scenarios(scenario)
    let file = try CalibrationInput.read(
      R.self, calibration, for: nil, profile, allowSimulated: allowSimulated, console)
    let simulation: RigSimulation<R> = try self.simulation.simulation(
      NominalPhone(profile), scenarios[0], participants: 20)
    if R.isUsual { options.personCalibration = try personCalibration.chosen() }
    var run = Run<R>(
      profile: profile, simulation: simulation, scenarios: scenarios, pipeline: pipeline, calibration: file,
      options: options)
    if R.isUsual { run.loop = try loop.chosen(pipeline) }
    run.recordsTracks = page
    return run
  }

  private func chosenPipeline<R: Rig>(_: R.Type) throws -> Pipeline<R> {
    try pipeline.map { try R.pipeline(named: $0) } ?? R.standard
  }

  private func pointerOptions<R: Rig>(_: R.Type) throws -> PointerOptions {
    var options = PointerOptions()
    if R.isUsual { options.smoothing = try Smoothing.named(smoothing) }
    return options
  }

  private func recorded<R: Rig>(
    _: R.Type, _ page: Bool, _ claims: PointerClaims?, _ limits: (DeviceProfile) throws -> [AccuracyGate]
  ) throws -> Report<R> {
    console.remarkGazeAlone(["loop", "person-calibration", "smoothing"], R.self)
    let (pipeline, options) = (try chosenPipeline(R.self), try pointerOptions(R.self))
    console.remarkIgnored(
      Self.simulated + (R.isUsual ? ["person-calibration"] : []), since: "--input gives the recordings")
    guard !R.isUsual || loop.loop == "open" else {
      throw SimulationError.argument(
        "loop = \(loop.loop): a recording's page was moved already, as its header states; leave --loop out")
    }
    var judged: RecordedRun<R>?
    for path in input {
      let reader = try SampleReader<R.Sample>(path: path, ordered: true)
      let profile = try device.profile(R.self, of: reader.header, path: path)
      if let judged { try RecordingInput.checkSame(profile, judged.profile, path: path) }
      let file = try CalibrationInput.read(
        R.self, calibration, for: reader.header, profile, allowSimulated: allowSimulated,
        judged == nil ? console : nil)
      if judged == nil { judged = try start(profile, pipeline, file, options, page, claims, limits) }
      try judged?.add(reader, path: path)
    }
    guard let judged else { throw ValidationError("--input needs a file.") }
    let report = try judged.evaluation(path: input[0])
    if R.isUsual, let file = judged.calibration, let calibration, let people = report.recorded {
      console.remark(on: file, calibration, for: people, areDrawn: report.seed != nil)
    }
    return report
  }

  private func start<R: Rig>(
    _ profile: DeviceProfile, _ pipeline: Pipeline<R>, _ file: CalibrationFile?, _ options: PointerOptions,
    _ page: Bool,
    _ claims: PointerClaims?, _ limits: (DeviceProfile) throws -> [AccuracyGate]
  ) throws -> RecordedRun<R> {
    var run = RecordedRun<R>(profile: profile, pipeline: pipeline, calibration: file, options: options)
    run.recordsTracks = page
    (run.limits, run.claims) = (try limits(profile), claims)
    return run
  }
}

struct EvaluateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Say how far off the pointer is and how well the page scrolls.",
    discussion: """
      Without --input, simulated people do the scenarios; each person first does a 5-point calibration in an earlier \
      session. A figure is the mean over people of each person's own value, with a 95 % interval over people. People \
      for whom tracking fails (about one in twenty) are reported separately.

      In an open loop the page follows the person's intent. With --loop closed the pipeline's scrolls move the page in \
      the scenarios that have one (reading, recipe): the eyes follow the text, and a reader who loses the line \
      searches for it and scrolls back. With --preset ideal this shows the best result that the task itself permits.
      """)

  @OptionGroup var options: EvaluationOptions

  @OptionGroup var files: EvaluationFiles

  var inputs: [String] { options.inputs }

  func run() async throws {
    try files.check()
    try await run(try options.device.chosenRig(options.input))
  }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    let report = try await options.report(rig, page: files.wantsPage)
    try files.write(report)
    if options.console.json { try Console.print(json: report) } else { try Console.print(report.lines()) }
  }
}
