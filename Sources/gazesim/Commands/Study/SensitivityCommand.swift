import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct SensitivityCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SensitivityStudy.self,
    discussion: """
      Every assumed constant (not the task's design, such as the text's size) is set to either end of its range \
      (stated with it, else half and twice the value), all else as it was, on the same people with the same draws. The \
      effect is the mean over people of the figure there minus the figure at the base, with a 95 % interval; tables \
      are in the order of the larger effect. One in twenty intervals leaves out 0 by chance (*); what is marked ** has \
      p below 0.05 by a paired t, adjusted by Holm over all ends of all constants in the table. No mark is no proof of \
      no effect: more people say more.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "What simulated people do; may be repeated. Default: validation, reading and stare.")
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions

  @Option(help: "The pipeline; 'gazesim compare --help' lists them.")
  var pipeline = "standard"

  @Option(help: "Only these constants, separated by commas, whatever they rest on. Default: all assumed.")
  var keys: String?

  @Option(help: "Rows of each table; 0 for all. --json has all.")
  var top = 12

  @OptionGroup var output: StudyOutputOptions

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
