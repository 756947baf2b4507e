import ArgumentParser
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

/// What `evaluate` and `gate` have in common: who does what through which pipeline.
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
      \(KnownRigs.defaults { $0.defaultScenarioNames.joined(separator: ", ") }).
      """)
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help: """
      The pipeline: \(GazeRig.pipelines.map(\.name).joined(separator: ", ")); 'gazesim compare --help' says what \
      each is. The other rigs have an article's and standard. Default: standard.
      """)
  var pipeline: String?

  @OptionGroup var loop: LoopOptions
  @OptionGroup var personCalibration: PersonCalibrationOptions

  @Option(help: "A calibration file: its geometry, smoothing, trigger and (for --input) its people.")
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(
    help:
      """
      The pointer's smoothing: profile (or the calibration's), none, mean10, exponential, doubleExponential, oneEuro, \
      gatedTriangular, kalman; the last five with numbers that were fitted to nothing.
      """
  )
  var smoothing = "profile"

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  /// What says who is simulated.
  static let simulated = CalibrateCommand.simulated + ["noise"]

  /// The files that it reads.
  var inputs: [String] { input + device.inputs + simulation.inputs + (calibration.map { [$0] } ?? []) }

  func validate() throws { try RecordingInput.checkUnique(input) }

  /// The evaluation, held against the limits that `limits` knows for its device.
  ///
  /// - Parameters:
  ///   - page: collect what an HTML page draws along time.
  ///   - claims: what the pipeline says of its own mapping, for a gate's correctness stage.
  func evaluateGaze(
    page: Bool, claims: PointerClaims?, limits: (Profile) throws -> [Gate]
  ) async throws -> Evaluation {
    let pipeline = try GazeRig.pipeline(named: pipeline ?? "standard")
    let smoothing = try Smoothing.named(smoothing)
    guard input.isEmpty else {
      console.remarkIgnored(Self.simulated + ["person-calibration"], since: "--input gives the recordings")
      return try evaluateInput(pipeline, smoothing, page, claims, limits)
    }
    var run = try self.run(pipeline: pipeline, smoothing: smoothing)
    run.recordsTracks = page
    let progress = Progress("evaluate", quiet: console.quiet)
    let people = Double(run.simulation.participants)
    let limits = try limits(run.profile)
    defer { progress.finish() }
    return try await run.evaluation(limits: limits, jobs: jobs.count) { progress.show(Double($0 + 1) / people) }
  }

  /// The simulated run.
  func run(pipeline: Pipeline<GazeRig>, smoothing: Smoothing?) throws -> Run<GazeRig> {
    let profile = try device.chosen()
    let scenarios = try scenario.isEmpty ? GazeRig.defaultScenarios : scenario.map { try Scenario.named($0) }
    let file = try calibration.map {
      try CalibrationInput.read($0, for: nil, profile, allowSimulated: allowSimulated)
    }
    if let file, let calibration { console.remark(on: file, calibration) }
    var run = Run<GazeRig>(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), scenarios[0], participants: 20),
      scenarios: scenarios, pipeline: pipeline, personCalibration: try personCalibration.chosen(), calibration: file,
      smoothing: smoothing)
    run.loop = try loop.chosen(pipeline)
    return run
  }

  private func evaluateInput(
    _ pipeline: Pipeline<GazeRig>, _ smoothing: Smoothing?, _ page: Bool, _ claims: PointerClaims?,
    _ limits: (Profile) throws -> [Gate]
  ) throws -> Evaluation {
    guard loop.loop == "open" else {
      throw SimulationError.argument(
        "loop = \(loop.loop): the page of a recording has been moved already, as its header says; leave --loop out")
    }
    var judged: (input: RecordedRun<GazeRig>, profile: Profile, calibration: CalibrationFile?)?
    for path in input {
      let reader = try RecordingReader(path: path, ordered: true)
      let profile = try RecordingInput.profile(reader.header, device, path: path)
      if let first = judged?.profile { try RecordingInput.checkSame(profile, first, path: path) }
      let file = try calibration.map {
        try CalibrationInput.read($0, for: reader.header, profile, allowSimulated: allowSimulated)
      }
      if judged == nil {
        if let file, let calibration { console.remark(on: file, calibration) }
        var all = RecordedRun<GazeRig>(profile: profile, pipeline: pipeline, calibration: file)
        all.options.smoothing = smoothing
        all.recordsTracks = page
        (all.limits, all.claims) = (try limits(profile), claims)
        judged = (all, profile, file)
      }
      try judged?.input.add(reader, path: path)
    }
    guard let judged else { throw ValidationError("--input needs a file.") }
    let evaluation = try judged.input.evaluation(path: input[0])
    if let file = judged.calibration, let calibration, let people = evaluation.recorded {
      console.remark(on: file, calibration, for: people, areDrawn: evaluation.seed != nil)
    }
    return evaluation
  }
}

struct EvaluateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Say how far off the pointer is and how well the page scrolls.",
    discussion: """
      Without --input, simulated people do the scenarios; each first does a 5-point calibration in an earlier session. \
      Figures are means over people of each person's own; intervals are over people, 95 %. People whom tracking fails \
      (about one in twenty) are reported apart.

      In an open loop the page obeys the person's wish. With --loop closed the pipeline's scrolls move it in the \
      scenarios that have a page (reading, recipe): the eyes follow the text, and who is scrolled away from it looks for \
      it and wishes it back. On --preset ideal that prints the task's own floor.
      """)

  @OptionGroup var options: EvaluationOptions

  @OptionGroup var files: EvaluationFiles

  var inputs: [String] { options.inputs }

  func run() async throws {
    try files.check()
    try await evaluate(try options.device.commandRig(options.input))
  }

  private func evaluate<C: CommandRig>(_ rig: C.Type) async throws {
    let evaluation = try await rig.evaluation(options, page: files.wantsPage, claims: nil) { _ in [] }
    try files.write(evaluation)
    if options.console.json {
      try Console.print(json: evaluation)
    } else {
      try Console.print(rig.lines(evaluation, isAccepted: false))
    }
  }
}
