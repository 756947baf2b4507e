import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct CharacterizeCoverageCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    CharacteriseCoverage.self,
    discussion: """
      For each seed, one person with another phone is simulated and characterised. An interval covers if it contains \
      the true value of that recording: the constant times the person's own factor. Without targets the table has only \
      the characteristics that need no targets.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Task of the people; 'gazesim scenarios' lists the tasks.", completion: Completions.scenarios)
  var scenario = "calibration"

  @Option(help: "Number of seeds.")
  var repeats = 200

  @OptionGroup var simulation: PersonOptions
  @OptionGroup var output: StudyOutputOptions

  func validate() throws {
    guard (1...100_000).contains(repeats) else {
      throw OptionError("--repeats", is: repeats, expected: "1 to 100000")
    }
  }

  func study() throws -> any Study {
    let profile = try device.chosen()
    return CharacteriseCoverage(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), try GazeScenario.named(scenario), participants: 1),
      repeats: repeats)
  }
}
