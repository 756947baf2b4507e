import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct CharacterizeCoverageCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    CharacteriseCoverage.self,
    discussion: """
      One person a seed is simulated and characterised, each with another phone; an interval covers if what that very \
      recording was made with lies in it: the constant, times the person's own factor. Without targets the study says \
      only what needs no targets.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "What the people do; 'gazesim scenarios' lists them.")
  var scenario = "calibration"

  @Option(help: "How many seeds.")
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
