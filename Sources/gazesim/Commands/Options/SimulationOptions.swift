import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

/// Options of the simulation except device and scenario.
struct SimulationOptions: ParsableArguments {
  @Option(
    help: """
      How good the tracker is: \(GazePreset.all.map(\.name).joined(separator: ", ")), or a file that \
      'characterize -o' wrote.
      """,
    completion: Completions.presets)
  var preset = "typical"

  // Names and shares are those of `ErrorSplit.names`; nothing checks that the help agrees.
  @Option(
    help: """
      How much of the tracker's raw error stays with a person: person (0.8 of the variance between takes), typical \
      (0.5), session (0.2), or SHARE,DRIFT of a fitted one; in compare also all.
      """)
  var split: String?

  /// Value of `--split` for all splits, in commands that support it.
  static let allSplits = "all"

  @Option(help: "Seconds for each person. Default: the scenario's own.")
  var duration: Double?

  @Option(help: "Frames a second. Default: \(Rigs.defaults { NumberText.fixed($0.defaultRate, 0) }).")
  var rate: Double?

  @Option(help: "Seed that draws the people, their behaviour and the noise.")
  var seed: UInt64 = 1

  @Option(
    help: """
      Seed that draws the phone's true geometry around the nominal one; 0 is the nominal geometry. Default: 1, and 0 \
      for ideal.
      """)
  var phone: UInt64?

  @Option(help: "Seed that draws the tracker's noise again; people, behaviour and truth stay the same.")
  var noise: UInt64 = 0

  @Option(
    name: .customLong("set"),
    help: """
      Change a constant: KEY=VALUE, in the unit that 'gazesim scenarios NAME --provenance' shows (with --rig for \
      another rig).
      """)
  var settings: [String] = []

  /// Number of people whom `evaluate`, `gate`, `compare` and the limits of `init` simulate without `--participants`.
  static let usualPeople = 20

  @Option(help: "How many people.")
  var participants: Int?

  /// The files that these options read.
  var inputs: [String] { GazePreset.isPath(preset) ? [preset] : [] }

  /// A simulation of this scenario on this device.
  ///
  /// - Parameter splits: true if all splits were requested; the simulation then has the split `typical`.
  func simulation<R: Rig>(
    _ device: NominalPhone, _ scenario: R.Task, participants usual: Int, splits: Bool = false
  ) throws -> RigSimulation<R> {
    // A hundredth of a second is less than a frame.
    if let duration, duration > 0, duration < 0.01 {
      throw OptionError("--duration", message: "is \(duration); expected at least 0.01, seconds for each person")
    }
    var simulation = RigSimulation<R>(
      device: device, scenario: scenario, preset: try ParameterPreset.load(preset, split: splits ? "typical" : split),
      seed: seed,
      phone: phone, participants: participants ?? usual, duration: duration, rate: rate ?? R.defaultRate)
    simulation.noise = noise
    for setting in settings { try simulation.apply(setting: setting) }
    try simulation.validate()
    return simulation
  }
}

/// The scenarios of simulated people.
struct ScenarioOptions: ParsableArguments {
  @Option(
    help: """
      What simulated people do; may be repeated. Default: \
      \(Rigs.defaults { $0.scenarioNames }).
      """, completion: Completions.scenarios)
  var scenario: [String] = []

  /// The chosen scenarios of a rig, or its default ones.
  func chosen<R: Rig>(_: R.Type) throws -> [R.Task] {
    try scenario.isEmpty ? R.facts.scenarios : scenario.map { try R.scenario($0) }
  }
}

extension ParameterPreset {
  /// The preset of `--preset` with the split of `--split`.
  static func load(_ preset: String, split: String?) throws -> ParameterPreset {
    guard let split else { return try load(preset) }
    guard preset == "typical" else {
      throw SimulationError.argument(
        "--split \(split): splits are fitted with the preset typical, not \(preset); leave --split or --preset out")
    }
    guard let preset = try ErrorSplit.named(split).preset() as? ParameterPreset else {
      throw SimulationError.argument("--split \(split): only the gaze rig's tracker has splits; leave it out")
    }
    return preset
  }
}

extension RigSimulation where Rig: Evaluate.Rig {
  /// Applies a `--set KEY=VALUE`.
  mutating func apply(setting: String) throws {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Double(decimal: parts[1]) else {
      throw SimulationError.argument("--set \(setting): expected KEY=VALUE with a number, such as phone.recline=45")
    }
    if let other = settings[String(parts[0])], other != value {
      throw SimulationError.argument("--set \(setting): was set to \(other) already; give each constant once")
    }
    do { try set(String(parts[0]), value) } catch var unknown as UnknownNameError {
      // The error names the command that lists the constants, which depends on the rig.
      let rig = Rig.named(after: " --rig ")
      if !rig.isEmpty { unknown.listing = "gazesim scenarios \(scenario.rawValue)\(rig) --provenance" }
      throw unknown
    }
  }
}

/// Option that chooses what moves the page in an evaluation of simulated people.
struct LoopOptions: ParsableArguments {
  @Option(
    help: "What moves the page: open (the person's intent) or closed (the judged pipeline; its name means the same).",
    completion: .list(["open", "closed"]))
  var loop = "open"

  /// The loop of an evaluation of `pipeline`; a nil pipeline means a comparison of several pipelines, each in its own
  /// loop.
  func chosen<R: Rig>(_ pipeline: Pipeline<R>?) throws -> Run<R>.Loop {
    if let loop = Run<R>.Loop(rawValue: loop) { return loop }
    let names = pipeline == nil ? [] : R.pipelines.map(\.name)
    guard let pipeline, names.contains(loop) else {
      throw UnknownNameError(
        kind: "loop", name: loop, among: Run<R>.Loop.names + names,
        listing: "gazesim evaluate --help")
    }
    guard loop == pipeline.name else {
      throw SimulationError.argument(
        """
        loop = \(loop): expected open, closed or \(pipeline.name), since the pipeline that is judged moves the \
        page; for a loop closed by \(loop) give --pipeline \(loop), or generate --loop \(loop) and evaluate \
        --input
        """)
    }
    return .closed
  }
}

/// Option for the calibration data that a pipeline has of a simulated person.
struct PersonCalibrationOptions: ParsableArguments {
  @Option(help: "Personal calibration recorded in an earlier session: 5 (points) or none.")
  var personCalibration = "5"

  /// The source with this name.
  func chosen() throws -> PointerOptions.PersonCalibrationSource {
    try .named(personCalibration, kind: "person calibration", help: "evaluate")
  }
}
