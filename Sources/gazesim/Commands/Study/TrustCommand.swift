import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct TrustCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    TrustStudy.self,
    discussion: """
      `standard` with the five points and without them, on the same people: the mean over people of each person's \
      difference, in points. The pipeline does not know how much of an offset stays with a person. For comparison, the \
      table has the error if all of the stored offset is used, and if the share of it is used that is best for these \
      people, which nobody can know beforehand. People whom tracking fails are excluded.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions

  @Option(help: "Number of people.")
  var participants = 200

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + person.inputs }

  func study() throws -> any Study {
    let profile = try device.chosen()
    let simulation: Simulation = try person.simulation(
      NominalPhone(profile), .validation, participants: participants)
    return TrustStudy(Run<GazeRig>(profile: profile, simulation: simulation, scenarios: [.validation]))
  }
}
