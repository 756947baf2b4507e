import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct SplitsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    SplitStudy.self,
    discussion: """
      It is not published how much of a tracker's raw error stays with a person and how much changes from session to \
      session. The split is the share of the variance between takes of the mean error vector that stays with the \
      person. For each share and slow drift, two sessions per person are simulated with the constants in \
      `Split.fitted`, and mean and SD over people are compared with the published 3.2 ± 2.0 deg; the SD is the one \
      that a study of 28 people finds on average. With --fit the constants are fitted for 27 shares and drifts; those \
      that cannot be fitted are listed with the nearest constants. People whom tracking fails, and those with a flag, \
      are excluded.
      """)

  @OptionGroup var device: DeviceOptions

  @Flag(help: "Fit the constants.")
  var fit = false

  @Option(help: "Number of people.")
  var participants = 1400

  @Option(help: "Draws people, behaviour and noise.")
  var seed: UInt64 = 1

  @Option(help: "Draws the phone's true geometry.")
  var phone: UInt64 = 1

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs }

  func study() throws -> any Study {
    let profile = try device.chosen()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, seed: seed, phone: phone, participants: participants)
    try simulation.validate()
    return SplitStudy(PopulationStudy(profile: profile, simulation: simulation), isFitting: fit)
  }
}
