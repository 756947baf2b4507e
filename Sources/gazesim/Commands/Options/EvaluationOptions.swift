import ArgumentParser
import Documents
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// Options that `evaluate` and `gate` share: people, scenarios and pipeline.
struct EvaluationOptions: ParsableArguments {
  @OptionGroup var device: DeviceOptions

  @Argument(
    help: """
      Recordings to judge instead of simulated people; - is stdin. \(NamedRecordings.people)
      """, completion: Completions.recordings)
  var files: [String] = []

  @OptionGroup var named: NamedRecordings

  @OptionGroup var scenarioOptions: ScenarioOptions

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help: """
      The pipeline: \(GazeRig.pipelines.map(\.name).joined(separator: ", ")); 'gazesim compare --help' describes \
      each. With --input also recorded: the pointer that the recording's app drew. The other rigs have an article's \
      pipeline and standard. Default: standard.
      """, completion: Completions.pipelines)
  var pipeline: String?

  @OptionGroup var program: ProgramOptions
  @OptionGroup var loop: LoopOptions
  @OptionGroup var personCalibration: PersonCalibrationOptions

  @Option(
    help: "A calibration file; its geometry, smoothing, trigger and (for recordings) its people are used.",
    completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(
    help:
      """
      The pointer's smoothing: profile (or the calibration's), \(Smoothing.others); the last five use \
      untuned default parameters.
      """, completion: Completions.smoothings
  )
  var smoothing = "profile"

  @OptionGroup var choices: ChoiceOptions

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// Options that define the simulated people.
  static let simulated = CalibrateCommand.simulated + ["noise"]
  private static let ofGaze = ["loop", "person-calibration", "smoothing", "recentre", "trigger"]

  /// The recordings: bare files, then those of `--input`.
  var input: [String] { files + named.inputFiles }

  /// The files that these options read.
  var inputs: [String] { input + device.inputs + simulation.inputs + (calibration.map { [$0] } ?? []) }

  func validate() throws {
    try RecordingInput.checkUnique(input)
    if pipeline != nil, program.pipelineCommand != nil {
      throw OptionError("--pipeline-command", message: "is a pipeline itself; leave --pipeline out")
    }
  }

  /// The report on simulated people or on recordings, judged by the limits that `limits` gives for the device.
  ///
  /// - Parameters:
  ///   - page: collect the tracks over time that an HTML page draws.
  ///   - claims: the declared mapping of the pipeline, for a gate's correctness stage.
  ///   - areWritten: true if a user wrote the limits for the device, false if they are built in.
  func report<R: Rig>(
    _: R.Type, page: Bool, claims: PointerClaims? = nil, limits: (DeviceProfile) throws -> [AccuracyGate] = { _ in [] },
    areWritten: (DeviceProfile) -> Bool = { _ in true }
  ) async throws -> Report<R> {
    guard input.isEmpty else { return try await recorded(R.self, page, claims, areWritten, limits) }
    let run = try run(R.self, page: page)
    var evaluation = Evaluation(run)
    (evaluation.judgesMapping, evaluation.claims) = (true, claims)
    let progress = Progress("evaluate", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await R.evaluate(evaluation, Work(jobs: jobs.count) { progress.show($0) })
    progress.finish()
    console.remark(on: run.simulation, run.scenarios, filled: report.seconds / Double(run.participants))
    return report
  }

  /// The simulated run.
  func run<R: Rig>(_: R.Type, page: Bool = false) throws -> Run<R> {
    console.remarkUseless(Self.ofGaze, R.self)
    var options = try pointerOptions(R.self)
    let profile = try device.profile(R.self)
    let pipeline = try chosenPipeline(R.self, on: profile)
    let scenarios = try scenarioOptions.chosen(R.self)
    let file = try CalibrationInput.read(
      R.self, calibration, for: nil, profile, allowSimulated: allowSimulated, console)
    let simulation: RigSimulation<R> = try self.simulation.simulation(
      NominalPhone(profile), scenarios[0], participants: SimulationOptions.usualPeople)
    if R.accepts("person-calibration") { options.personCalibration = try personCalibration.chosen() }
    var run = Run<R>(
      profile: profile, simulation: simulation, scenarios: scenarios, pipeline: pipeline, calibration: file,
      options: options)
    if R.accepts("loop") { run.loop = try loop.chosen(pipeline) }
    run.recordsTraces = page
    try run.checkIsSimulated()
    return run
  }

  private func chosenPipeline<R: Rig>(_: R.Type, on profile: DeviceProfile) throws -> Pipeline<R> {
    if let own = try program.pipeline(R.self, on: profile) { return own }
    return try pipeline.map { try R.pipeline(named: $0) } ?? R.standard
  }

  private func pointerOptions<R: Rig>(_: R.Type) throws -> PointerOptions {
    var options = PointerOptions()
    if R.accepts("smoothing") { options.smoothing = try Smoothing.named(smoothing) }
    if R.accepts("trigger") { try choices.apply(to: &options) }
    return options
  }

  private func recorded<R: Rig>(
    _: R.Type, _ page: Bool, _ claims: PointerClaims?, _ areWritten: (DeviceProfile) -> Bool,
    _ limits: (DeviceProfile) throws -> [AccuracyGate]
  ) async throws -> Report<R> {
    let judged = try recordedRun(R.self) { run in
      run.recordsTraces = page
      run.limitsAreWritten = areWritten(run.profile)
      (run.limits, run.claims) = (try limits(run.profile), claims)
    }
    var evaluation = Evaluation(judged, path: input[0])
    evaluation.judgesMapping = true
    let report = try await R.evaluate(evaluation, Work(jobs: jobs.count))
    remark(on: judged)
    if R.accepts("person-calibration"), let file = judged.calibration, let calibration, let people = report.recorded {
      console.remark(on: file, calibration, for: people, areSimulated: report.seed != nil)
    }
    return report
  }

  /// The run over all recordings; `prepare` changes it before the first one.
  func recordedRun<R: Rig>(
    _: R.Type, prepare: (inout RecordedRun<R>) throws -> Void
  ) throws -> RecordedRun<R> {
    let options = try pointerOptions(R.self)
    // An unknown name is refused before a recording is read.
    if let pipeline { _ = try R.pipeline(named: pipeline) }
    guard !R.accepts("loop") || loop.loop == "open" else {
      throw SimulationError.argument(
        "loop = \(loop.loop): a recording's page was moved already, as its header states; leave --loop out")
    }
    var judged: RecordedRun<R>?
    for path in input {
      let reader = try SampleReader<R.Sample>(path: path, ordered: true)
      let profile = try device.profile(R.self, of: reader.header, path: path)
      if let judged { try RecordingInput.checkSame(profile, judged.profile, path: path) }
      let file = try CalibrationInput.read(
        R.self, calibration, for: reader.header, profile, allowSimulated: allowSimulated)
      if judged == nil {
        var run = RecordedRun<R>(
          profile: profile, pipeline: try chosenPipeline(R.self, on: profile), calibration: file, options: options)
        run.runsDoctor = true
        try prepare(&run)
        judged = run
      }
      try judged?.add(reader, path: path)
    }
    guard let judged else { throw ValidationError("--input needs a file.") }
    return judged
  }

  /// Prints remarks on faulty recordings, on options without effect, and on the calibration.
  func remark<R: Rig>(on judged: RecordedRun<R>) {
    // A wrong recording is the first remark, since no figure means anything before it is mended.
    console.remark(on: judged.faults)
    console.remarkUseless(Self.ofGaze, R.self)
    console.remarkIgnored(
      Self.simulated + ["person-calibration"].filter(R.accepts), since: "the people are those of the recordings")
    if R.accepts("free"), let file = judged.calibration, let calibration { console.remark(on: file, calibration) }
  }
}
