import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct GenerateCommand: AsyncParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Make a recording of simulated people.",
    discussion: """
      Writes a header, then a frame a row as ARKit would give it, with the truth beside it: JSON Lines, a NumPy array \
      (.npy) or CSV; .jsonl.gz and .csv.gz are compressed. The same seed gives the same bytes.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      What the people do; 'gazesim scenarios' lists them. Default: \(Rigs.defaults { $0.calibrationScenarioName }).
      """)
  var scenario: String?

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help:
      "Who moves the page of reading and recipe: open (the person's wish), or a pipeline: article2021, article2021-converted, standard, or another that 'gazesim compare --help' lists."
  )
  var loop = "open"

  @OptionGroup var personCalibration: PersonCalibrationOptions

  @Option(
    name: .shortAndLong,
    help: """
      Where to; - is stdout (not for npy). Default: DEVICE-SCENARIO-SEED.FORMAT in this folder; of another rig \
      DEVICE-RIG-SCENARIO-SEED.FORMAT.
      """)
  var output: String?

  @Option(help: "The file's format: jsonl, npy, csv. Default: by the path's ending, else jsonl.")
  var format: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func run() async throws { try await run(try device.chosenRig()) }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    console.remarkGazeAlone(["loop", "person-calibration"], rig)
    if !R.isUsual { console.remarkIgnored(["jobs"], since: "one core makes a recording of this rig") }
    let profile = try device.profile(rig)
    let scenario = try scenario.map { try R.scenario($0) } ?? R.facts.calibrationScenario
    let simulation: RigSimulation<R> = try self.simulation.simulation(NominalPhone(profile), scenario, participants: 1)
    if let simulation = simulation as? Simulation {
      let run = try self.run(profile, simulation)
      return try await write(simulation, loop: loop) { path, format, progress in
        try await run.write(to: path, force: force, format: format, progress: progress)
      }
    }
    try await write(simulation, prefix: "\(R.name)-") { path, format, progress in
      try RigRecordingRun(simulation).write(to: path, force: force, format: format, progress: progress)
    }
  }

  /// Writes a simulation with `writing`, and says what was made.
  ///
  /// - Parameter loop: who moves the page; where there is none, nobody.
  func write<R: SimulatedRig>(
    _ simulation: RigSimulation<R>, prefix: String = "", loop: String = "open",
    _ writing: (String, RecordingFormat?, (Double) -> Void) async throws -> RecordingRun.Total
  ) async throws {
    let format = try format.map { try RecordingFormat.named($0) }
    let scenario = simulation.scenario.rawValue
    let path =
      output ?? "\(simulation.device.id)-\(prefix)\(scenario)-\(simulation.seed).\((format ?? .jsonl).rawValue)"
    let progress = Progress("generate", quiet: console.quiet)
    let total = try await writing(path, format) { progress.show($0) }
    progress.finish()
    let summary = GenerateSummary(
      path: path, device: simulation.device.id, scenario: scenario, preset: simulation.preset.name,
      seed: simulation.seed, phone: simulation.phone, loop: loop, participants: simulation.participants,
      frames: total.frames, seconds: total.seconds)
    try console.say(summary, [summary.line(simulation.header)], writtenTo: path)
  }
}

extension GenerateCommand {
  /// In an open loop, or closed by a pipeline with its default settings, as `evaluate` closes it.
  fileprivate func run(_ profile: Profile, _ simulation: Simulation) throws -> RecordingRun {
    let source = try personCalibration.chosen()
    guard loop != "open" else { return RecordingRun(simulation, jobs: jobs.count) }
    guard let pipeline = GazeRig.pipelines.first(where: { $0.name == loop }) else {
      throw UnknownName(
        kind: "loop", name: loop, among: ["open"] + GazeRig.pipelines.map(\.name),
        listing: "gazesim generate --help")
    }
    let run = Run<GazeRig>(
      profile: profile, simulation: simulation, scenarios: [simulation.scenario], pipeline: pipeline,
      personCalibration: source)
    return try RecordingRun(closing: run, jobs: jobs.count)
  }
}

/// What was made.
private struct GenerateSummary: Encodable {
  let path: String
  let device: String
  let scenario: String
  let preset: String
  let seed: UInt64
  let phone: UInt64
  let loop: String
  let participants: Int
  let frames: Int
  let seconds: Double

  func line(_ header: RecordingHeader) -> String {
    let people = NumberText.count(participants, "person", "people")
    return """
      wrote \(path == "-" ? "stdout" : path): \(NumberText.count(frames, header.row)), \(NumberText.fixed(seconds, 1)) s, \(people), \
      simulated (\(device), \(scenario), preset \(preset), phone \(phone), seed \(seed)\
      \(loop == "open" ? "" : ", loop closed by \(loop)"))
      """
  }
}
