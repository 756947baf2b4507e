import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct PopulationCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    PopulationStudy.self,
    discussion: """
      Everybody looks at 16 targets for 1.5 s each. The pointer is that of `standard` with the phone's true geometry, \
      without a person calibration and without smoothing, so kappa and every error of the tracker are in it. The error \
      is the angle between pointer and target at the eye; people whom tracking fails are reported apart.

      A study of 28 people finds a smaller SD than there is, for the error is skewed: the SD is held to what such \
      studies of people without a flag find on average. The published 3.2 deg may not be raw; nobody knows how it \
      divides into person and session ('gazesim study splits').
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: SimulationOptions

  @OptionGroup var output: StudyOutputOptions

  func study() throws -> any Study {
    let profile = try device.chosen()
    return PopulationStudy(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), .validation, participants: 2000))
  }
}
