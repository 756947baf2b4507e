import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct GenerateCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Make a recording of simulated people.",
    discussion: """
      Writes a header, then one row per frame as ARKit would deliver it, with the truth beside it. The format is JSON \
      Lines, a NumPy array (.npy) or CSV; .jsonl.gz and .csv.gz are compressed. The same seed gives the same bytes.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      What the people do; 'gazesim scenarios' lists them. Default: \(Rigs.defaults { $0.calibrationScenarioName }).
      """, completion: Completions.scenarios)
  var scenario: String?

  @OptionGroup var simulation: SimulationOptions

  @Option(
    help: """
      What moves the page of reading and recipe: open (the person's intent), or a pipeline: article2021, \
      article2021-converted, standard, or another that 'gazesim compare --help' lists.
      """, completion: Completions.pipelines)
  var loop = "open"

  @OptionGroup var personCalibration: PersonCalibrationOptions
  @OptionGroup var choices: ChoiceOptions

  @Option(
    name: .shortAndLong,
    help: """
      The recording to write; - is stdout (not for npy). Default: DEVICE-SCENARIO-SEED.FORMAT in this folder; for \
      another rig than gaze DEVICE-RIG-SCENARIO-SEED.FORMAT.
      """)
  var output: String?

  @Option(help: "The file's format: jsonl, npy, csv. Default: from the path's ending, else jsonl.")
  var format: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func run() async throws { try await run(try device.chosenRig()) }

  private func run<R: Rig>(_ rig: R.Type) async throws {
    console.remarkUseless(["loop", "person-calibration", "recentre", "trigger"], rig)
    let profile = try device.profile(rig)
    let scenario = try scenario.map { try R.scenario($0) } ?? R.facts.calibrationScenario
    let simulation: RigSimulation<R> = try self.simulation.simulation(NominalPhone(profile), scenario, participants: 1)
    try await write(try recording(simulation, profile), of: simulation)
  }

  /// The recording of an open loop, or of a loop closed by a pipeline, as in `evaluate`. In either loop people see the
  /// dot, tap or make the signs that recentring and trigger ask for.
  private func recording<R: Rig>(_ simulation: RigSimulation<R>, _ profile: DeviceProfile) throws -> RecordingRun<R> {
    guard R.accepts("loop") else { return RecordingRun(simulation, jobs: jobs.count) }
    let source = try personCalibration.chosen()
    guard let pipeline = loop == "open" ? R.standard : R.pipelines.first(where: { $0.name == loop }) else {
      throw UnknownNameError(
        kind: "loop", name: loop, among: ["open"] + R.pipelines.map(\.name), listing: "gazesim generate --help")
    }
    var run = Run<R>(
      profile: profile, simulation: simulation, scenarios: [simulation.scenario], pipeline: pipeline)
    run.options.personCalibration = source
    try choices.apply(to: &run.options)
    try run.checkOptions()
    if loop == "open" { return RecordingRun(opening: run, jobs: jobs.count) }
    return try RecordingRun(closing: run, jobs: jobs.count)
  }

  /// Writes a recording and prints a summary.
  private func write<R: Rig>(_ run: RecordingRun<R>, of simulation: RigSimulation<R>) async throws {
    let format = try format.map { try RecordingFormat.named($0, kind: "format") }
    let (device, scenario) = (simulation.device.id, simulation.scenario.rawValue)
    let name = [device + R.named(after: "-"), scenario, "\(simulation.seed)"]
    let path = output ?? "\(name.joined(separator: "-")).\((format ?? .jsonl).rawValue)"
    let progress = Progress("generate", quiet: console.quiet)
    let total = try await run.write(to: path, force: force, format: format) { progress.show($0) }
    progress.finish()
    console.remark(on: simulation, [simulation.scenario], filled: total.seconds / Double(simulation.participants))
    let (preset, loop) = (simulation.preset.name, R.accepts("loop") ? loop : "open")
    let summary: JSONFields = [
      "path": path, "device": device, "scenario": scenario, "preset": preset, "seed": simulation.seed,
      "phone": simulation.phone, "loop": loop, "participants": simulation.participants, "frames": total.frames,
      "seconds": total.seconds,
    ]
    let line = """
      wrote \(path == "-" ? "stdout" : path): \(NumberText.count(total.frames, simulation.stated.row)), \
      \(NumberText.fixed(total.seconds, 1)) s, \(NumberText.count(simulation.participants, "person", "people")), \
      simulated (\(device), \(scenario), preset \(preset), phone \(simulation.phone), seed \(simulation.seed)\
      \(loop == "open" ? "" : ", loop closed by \(loop)"))
      """
    try console.say(summary, [line], writtenTo: path)
  }
}
