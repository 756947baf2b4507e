import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct SensitivityCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SensitivityStudy.self,
    discussion: """
      Every assumed constant (not the task's design, such as the text's size) is set to either end of its range \
      (stated with it, else half and twice the value); all else stays as it is, with the same people and the same \
      draws. The effect is the mean over people of the figure there minus the figure at the base, with a 95 % \
      interval; tables are sorted by the larger effect. One in twenty intervals excludes 0 by chance (*); ** marks p \
      below 0.05 by a paired t test, adjusted by Holm over all ends of all constants in the table. A missing mark does \
      not prove that there is no effect: with more people, smaller effects are found.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: "Tasks of the simulated people; may be repeated. Default: validation, reading and stare.",
    completion: Completions.scenarios)
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions

  @Option(help: "The pipeline; 'gazesim compare --help' lists them.", completion: Completions.pipelines)
  var pipeline = "standard"

  @Option(help: "Only these constants, separated by commas, assumed or not. Default: all assumed constants.")
  var keys: String?

  @Option(help: "Rows of each table; 0 for all. --json has all.")
  var top = 12

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func validate() throws {
    if top < 0 { throw OptionError("--top", is: top, expected: "0 or more") }
    if let keys, keys.split(separator: ",").isEmpty { throw ValidationError("--keys needs a constant.") }
  }

  func study() throws -> any Study {
    let profile = try device.chosen()
    let scenarios = try scenario.isEmpty ? GazeRig.facts.scenarios : scenario.map { try GazeScenario.named($0) }
    let constants =
      try keys.map { try $0.split(separator: ",").map { try GazeConstant.named(String($0)) } }
      ?? SensitivityStudy.assumed
    let run = Run<GazeRig>(
      profile: profile, simulation: try simulation.simulation(NominalPhone(profile), scenarios[0], participants: 20),
      scenarios: scenarios, pipeline: try GazeRig.pipeline(named: pipeline))
    return SensitivityStudy(run, constants: constants, top: top)
  }
}
