import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct SplitsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SplitStudy.self,
    discussion: """
      Nobody has published how much of a tracker's raw error stays with a person and how much changes from session to \
      session. The split is the share of the variance between takes of the mean error vector that stays with the \
      person. For each share and slow drift the constants in `Split.fitted` are simulated, two sessions a person, and \
      mean and SD over people held to the published 3.2 ± 2.0 deg; the SD is what a study of 28 people finds on \
      average. With --fit the constants are sought for 27 shares and drifts, and what cannot be fitted is listed with \
      what came nearest. People whom tracking fails, and those with a flag, are in no figure.
      """)

  @OptionGroup var device: DeviceOptions

  @Flag(help: "Seek the constants.")
  var fit = false

  @Option(help: "How many people.")
  var participants = 1400

  @Option(help: "Draws people, behaviour and noise.")
  var seed: UInt64 = 1

  @Option(help: "Draws the phone's true geometry.")
  var phone: UInt64 = 1

  @OptionGroup var output: StudyOutputOptions

  func study() throws -> any Study {
    let profile = try device.chosen()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, seed: seed, phone: phone, participants: participants)
    try simulation.validate()
    return SplitStudy(PopulationStudy(profile: profile, simulation: simulation), isFitting: fit)
  }
}
