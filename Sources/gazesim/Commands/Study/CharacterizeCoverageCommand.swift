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
      the characteristics that need no targets. With --over-time each person reads on two days with dots at 0, 1, \
      3 and 10 minutes, and the intervals of the error between sessions and within them are counted.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Task of the people; 'gazesim scenarios' lists the tasks.", completion: Completions.scenarios)
  var scenario = "calibration"

  @Flag(help: "Count the intervals of the error over time; the people read, with dots, on two days.")
  var overTime = false

  @Option(help: "Number of seeds.")
  var repeats = 200

  @OptionGroup var simulation: PersonOptions
  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func validate() throws {
    if overTime, scenario != "calibration" {
      throw ValidationError("--over-time has its own task; leave out --scenario \(scenario).")
    }
    guard (1...100_000).contains(repeats) else {
      throw OptionError("--repeats", is: repeats, expected: "1 to 100000")
    }
  }

  func study() throws -> any Study {
    let profile = try device.chosen()
    return CharacteriseCoverage(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), overTime ? .reading : try GazeScenario.named(scenario), participants: 1),
      repeats: repeats, isOverTime: overTime)
  }
}
