import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct DoctorStudyCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    DoctorStudy.self,
    discussion: """
      Each fault is planted alone, in each of the ways in which apps make it, into good recordings, one per seed and \
      each with its own phone. Then 'doctor' checks each recording.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Task of the people; 'gazesim scenarios' lists the tasks.", completion: Completions.scenarios)
  var scenario = "calibration"

  @Option(help: "Number of seeds.")
  var seeds = 100

  @Option(help: "People in each recording.")
  var participants = 1

  @OptionGroup var simulation: PersonOptions
  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func validate() throws {
    guard (1...100_000).contains(seeds) else { throw OptionError("--seeds", is: seeds, expected: "1 to 100000") }
  }

  func study() throws -> any Study {
    let profile = try device.chosen()
    return DoctorStudy(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), try GazeScenario.named(scenario), participants: participants), seeds: seeds)
  }
}
