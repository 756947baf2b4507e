import ArgumentParser
import Evaluate
import GazeMetrics
import GazeRecording
import GazeSimulation
import GazeTesting

/// What the command does with a `Rig`: head, body, drag and whatever else is registered in `Rigs.all`. Nothing here is of one
/// of them; what differs stands in the rig.
enum RigCommands<R: FittedRig>: CommandRig {
  static var name: String { R.name }
  static var defaultDevice: String { R.defaultDevice }
  static var defaultRate: Double { R.defaultRate }
  static var calibrationScenarioName: String { R.calibrationScenario.rawValue }
  static var defaultScenarioNames: [String] { R.defaultScenarios.map(\.rawValue) }
  static var sample: any RigSample.Type { R.Sample.self }

  /// Why an option does nothing, of one and of several.
  static var gazeAlone: String { "the gaze rig alone has such options" }

  static func scenarios(_ command: ScenariosCommand) throws { try command.list(R.self) }

  /// The device of a simulation.
  static func device(_ options: DeviceOptions) throws -> Profile {
    let profile = try options.chosen(default: R.defaultDevice)
    try R.checkSettings(of: profile, path: options.place(of: profile))
    return profile
  }

  /// The device of a recording.
  static func device(_ header: RecordingHeader, _ options: DeviceOptions, path: String) throws -> Profile {
    let profile = try RecordingInput.profile(header, options, path: path, rig: R.name)
    try R.checkSettings(of: profile, path: options.place(of: profile))
    return profile
  }

  /// The scenario of an option.
  static func scenario(_ name: String) throws -> R.Task {
    do throws(UnknownName) { return try R.Task.named(name) } catch {
      var unknown = error
      unknown.listing = "gazesim scenarios --rig \(R.name)"
      throw unknown
    }
  }

  /// A simulation of the device doing a scenario.
  static func simulation(
    _ options: SimulationOptions, _ profile: Profile, _ scenario: R.Task, participants: Int
  ) throws -> RigSimulation<R> {
    try options.simulation(NominalPhone(profile), scenario, participants: participants)
  }

  /// The calibration file of an option, for this rig and device.
  static func calibration(
    _ path: String?, _ profile: Profile, for header: RecordingHeader?, allowSimulated: Bool
  ) throws -> CalibrationFile? {
    guard let path else { return nil }
    let file = try CalibrationFile(path: path, rig: R.name)
    try CalibrationInput.check(
      device: file.device, provenance: file.provenance, path, for: header, profile, allowSimulated: allowSimulated)
    try R.check(file, path: path)
    return file
  }

  static func generate(_ command: GenerateCommand) async throws {
    command.console.remarkIgnored(["loop", "person-calibration"], since: gazeAlone)
    command.console.remarkIgnored(["jobs"], since: "one core makes a recording of this rig")
    let profile = try device(command.device)
    let scenario = try command.scenario.map { try Self.scenario($0) } ?? R.calibrationScenario
    let simulation = try simulation(command.simulation, profile, scenario, participants: 1)
    try await command.write(simulation, prefix: "\(R.name)-") { path, format, progress in
      try RigRecordingRun(simulation).write(to: path, force: command.force, format: format, progress: progress)
    }
  }

  static func calibrate(_ command: CalibrateCommand) async throws {
    command.console.remarkIgnored(["free", "residual", "no-priors"], since: gazeAlone)
    command.console.remarkIgnored(["jobs"], since: "one core makes a fit of this rig")
    let run: CalibrationRun<R>
    let profile: Profile
    if let first = command.input.first {
      command.console.remarkIgnored(CalibrateCommand.simulated, since: "--input gives the recordings")
      try RecordingInput.checkRereadable(command.input)
      profile = try device(try RecordingFile(path: first).header, command.device, path: first)
      for path in command.input.dropFirst() {
        let other = try device(try RecordingFile(path: path).header, command.device, path: path)
        try RecordingInput.checkSame(other, profile, path: path)
      }
      run = CalibrationRun(profile, .recordings(command.input))
    } else {
      profile = try device(command.device)
      let scenario = try command.scenario.map { try Self.scenario($0) } ?? R.calibrationScenario
      run = CalibrationRun(
        profile, .simulated(try simulation(command.simulation, profile, scenario, participants: 5)))
    }
    let path = command.output ?? "\(profile.id).\(R.name).calibration.json"
    // Begun before the work: what cannot be written is refused at once.
    var output = try OutputFile(path: path, force: command.force)
    let progress = Progress("calibrate", quiet: command.console.quiet)
    let file = try await run.file { progress.show($0) }
    progress.finish()
    try command.finish(file, path, &output) { RigCalibrationText.lines(file) }
  }

  /// Which pipeline, and where the people come from.
  private static func run(_ options: EvaluationOptions) throws -> Run<R> {
    remarkGaze(options)
    let profile = try device(options.device)
    let scenarios = try options.scenario.isEmpty ? R.defaultScenarios : options.scenario.map { try scenario($0) }
    return Run(
      profile: profile, simulation: try simulation(options.simulation, profile, scenarios[0], participants: 20),
      scenarios: scenarios, pipeline: try pipeline(options.pipeline),
      calibration: try calibration(
        options.calibration, profile, for: nil, allowSimulated: options.allowSimulated))
  }

  /// The one that is asked for, else the project's own.
  private static func pipeline(_ name: String?) throws -> Pipeline<R> {
    try name.map { try R.pipeline(named: $0) } ?? R.standard
  }

  private static func remarkGaze(_ options: EvaluationOptions) {
    options.console.remarkIgnored(["loop", "person-calibration", "smoothing"], since: gazeAlone)
  }

  static func evaluation(
    _ options: EvaluationOptions, page: Bool, claims: PointerClaims?, limits: (Profile) throws -> [Gate]
  ) async throws -> RigEvaluation {
    guard let first = options.input.first else {
      let run = try run(options)
      let progress = Progress("evaluate", quiet: options.console.quiet)
      defer { progress.finish() }
      let people = Double(run.participants)
      return try await run.evaluation(limits: try limits(run.profile), jobs: options.jobs.count) {
        progress.show(Double($0 + 1) / people)
      }
    }
    remarkGaze(options)
    options.console.remarkIgnored(EvaluationOptions.simulated, since: "--input gives the recordings")
    var judged: (input: RecordedRun<R>, profile: Profile)?
    let pipeline = try pipeline(options.pipeline)
    for path in options.input {
      let reader = try SampleReader<R.Sample>(path: path, ordered: true)
      let profile = try device(reader.header, options.device, path: path)
      if let judged { try RecordingInput.checkSame(profile, judged.profile, path: path) }
      let file = try calibration(
        options.calibration, profile, for: reader.header, allowSimulated: options.allowSimulated)
      if judged == nil { judged = (RecordedRun(profile: profile, pipeline: pipeline, calibration: file), profile) }
      try judged?.input.add(reader, path: path)
    }
    guard var judged else { throw ValidationError("--input needs a file.") }
    judged.input.limits = try limits(judged.profile)
    return try judged.input.evaluation(path: first)
  }

  static func judged(_ command: GateCommand, _ file: LimitsFile?) async throws -> RigEvaluation {
    let run = try run(command.options)
    let gates = try command.gates(file, run.profile, Self.self, own: run.profile.rigs?[R.name]?.gates)
    return try await command.judged(run, gates, file)
  }

  static func limits(of profile: Profile) throws -> [Gate] { try R.limits(of: profile) }

  static func compare(_ command: CompareCommand) async throws {
    command.console.remarkIgnored(["arms", "recline", "loop"], since: gazeAlone)
    try command.checkFiles()
    let profile = try device(command.device)
    let scenarios = try command.scenario.isEmpty ? R.defaultScenarios : command.scenario.map { try scenario($0) }
    let run = Run<R>(
      profile: profile, simulation: try simulation(command.simulation, profile, scenarios[0], participants: 20),
      scenarios: scenarios)
    let progress = Progress("compare", quiet: command.console.quiet)
    let report = try await RigComparison(
      run, pipelines: try command.pipelineNames() ?? R.pipelines.map(\.name),
      devices: try DeviceOptions.library(file: command.device.profile).profiles, jobs: command.jobs.count
    ) { progress.show($0) }
    progress.finish()
    try command.write(report)
    if command.console.json {
      try Console.print(json: report)
    } else {
      try Console.print(RigComparisonText.lines(report))
    }
  }

  static func replay(_ command: ReplayCommand) throws { try RigReplay<R>(command).run() }

  static func lines(_ report: RigEvaluation, isAccepted: Bool) -> [String] {
    RigEvaluationText.lines(report, isAccepted: isAccepted)
  }
}
