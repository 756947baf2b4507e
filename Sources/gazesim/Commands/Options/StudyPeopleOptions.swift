import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

/// Options for the people of a study of smoothing or trigger.
struct StudyPeopleOptions: ParsableArguments {
  @Option(
    help: "How good the tracker is: ideal, optimistic, typical, pessimistic, or a file.",
    completion: Completions.presets)
  var preset = "typical"

  @Option(help: "How much of the tracker's raw error stays with a person: person, typical, session, or SHARE,DRIFT.")
  var split: String?

  @Option(help: "How many people to fit to, and how many others to judge on.")
  var participants = 20

  @Option(help: "Seed that draws people, behaviour and noise; the people to judge on have another seed.")
  var seed: UInt64 = 1

  @Option(help: "Seed that draws the phone's true geometry. Default: 1, and 0 for ideal.")
  var phone: UInt64?

  @Option(
    name: .customLong("set"),
    help: "Change a constant: KEY=VALUE, in the unit that 'gazesim scenarios NAME --provenance' shows.")
  var settings: [String] = []

  /// The files that these options read.
  var inputs: [String] { GazePreset.isPath(preset) ? [preset] : [] }

  /// The people to fit to.
  func simulation(_ profile: DeviceProfile) throws -> Simulation {
    var simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, preset: try GazePreset.load(preset, split: split),
      seed: seed,
      phone: phone,
      participants: participants)
    for setting in settings { try simulation.apply(setting: setting) }
    try simulation.validate()
    return simulation
  }
}
