import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

struct ProtocolCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    ProtocolStudy.self,
    discussion: """
      The experiment of PyEtSimul, whose own noise-free numbers for 9 points are 0.27, 0.39 and 1.47 deg. Each person \
      calibrates offset and gain on 3 x 3 points at the person's own distance. Then the error is measured in the same \
      session: at those points again, on a 16 x 16 grid over the screen, and on that grid 50 mm to the right, left, \
      up, down, nearer and further. Only the phone's geometry is known exactly. The pipeline is `standard` without \
      smoothing.

      `mean of fixations` is the angle between the mean pointer of a fixation and the mean true gaze, on which noise \
      has little effect; `samples` is the mean angle of single samples. Both are means over people; people whom \
      tracking fails are reported separately.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(
    help: "How good the tracker is; may be repeated. Default: ideal, optimistic, typical and pessimistic.",
    completion: Completions.presets)
  var preset: [String] = []

  @Option(help: "Number of people.")
  var participants = 20

  @Option(help: "Points along each side of the grid, 2 to 16.")
  var grid = 16

  @Option(help: "How far the observer moves, millimetres.")
  var shift = 50.0

  @Option(help: "Reference of the pointer: truth (where the person looks) or target (the point that is shown).")
  var against = "truth"

  @Option(help: "Draws people, behaviour and noise.")
  var seed: UInt64 = 1

  @Option(help: "Draws the phone's true geometry. Default: 1, and 0 for ideal.")
  var phone: UInt64?

  @Option(
    name: .customLong("set"),
    help: "Change a constant: KEY=VALUE, in the unit that 'gazesim scenarios NAME --provenance' shows.")
  var settings: [String] = []

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + preset.filter { GazePreset.isPath($0) } }

  func validate() throws {
    if !(2...16).contains(grid) { throw OptionError("--grid", is: grid, expected: "2 to 16") }
    if !(shift > 0 && shift <= 100) {
      throw OptionError("--shift", is: shift, expected: "more than 0 and at most 100 millimetres")
    }
  }

  func study() throws -> any Study {
    let profile = try device.chosen()
    guard let reference = ErrorReference(rawValue: against) else {
      throw UnknownNameError(
        kind: "reference", name: against, among: ["truth", "target"], listing: "gazesim study protocol --help")
    }
    let names = preset.isEmpty ? GazePreset.all.map(\.name) : preset
    let simulations = try names.map { name in
      var simulation = Simulation(
        device: NominalPhone(profile), scenario: .validation, preset: try GazePreset.load(name), seed: seed,
        phone: phone,
        participants: participants)
      for setting in settings { try simulation.apply(setting: setting) }
      try simulation.validate()
      return simulation
    }
    var study = ProtocolStudy(profile: profile, simulations: simulations)
    (study.gridSide, study.shift, study.reference) = (grid, shift / 1000, reference)
    return study
  }
}
