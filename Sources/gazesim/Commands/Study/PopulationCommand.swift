import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct PopulationCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    PopulationStudy.self,
    discussion: """
      Each person looks at 16 targets for 1.5 s each. The pointer is that of `standard` with the phone's true \
      geometry, without a person calibration and without smoothing, so it contains kappa and every error of the \
      tracker. The error is the angle between pointer and target at the eye; people whom tracking fails are reported \
      separately.

      The error is skewed, so a study of 28 people finds a smaller SD on average than the population has. Therefore \
      the goal for the SD applies to the mean SD of such studies, of people without a flag. It is not published \
      whether the 3.2 deg are raw, nor how they divide into person and session ('gazesim study splits').
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: SimulationOptions

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func study() throws -> any Study {
    let profile = try device.chosen()
    return PopulationStudy(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), .validation, participants: 2000))
  }
}
