import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct CoverageCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    CoverageStudy.self,
    discussion: """
      Fixations of the device's protocol (9 targets, 3 distances, 5 head rotations, 30 frames each) are drawn from the \
      fit's own model, fitted, and compared with the truth, many times over. With priors, every repeat draws phone and \
      people from them, and the bound is Bayesian; without priors, phone and people are the same in every repeat, and \
      the bound is Cramer and Rao's. Each figure is followed by half of its 99.9 % interval, Bonferroni-adjusted over \
      the rows of a table.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Repeats of each table.")
  var repeats = 400

  @Option(help: "People per repeat.")
  var participants = 20

  @Option(help: "Noise of a frame's angles, degrees per axis, separated by commas; a table for each.")
  var noise = "0.5,1,3"

  @Option(help: "Priors: on, off or both.")
  var priors = "both"

  @Option(help: "SD of the distance from the dot at which people look, degrees per fixation and axis.")
  var fixationBias = 0.0

  @Option(help: "Draws phones, people and noise.")
  var seed: UInt64 = 1

  @Option(
    help: """
      Simulate people instead, with errors that the fit's model does not contain: a preset's name or file. The \
      prediction for a later session is checked, too.
      """)
  var preset: String?

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + [preset].compactMap(\.self).filter { GazePreset.isPath($0) } }

  func study() throws -> any Study {
    if let preset { return try simulated(preset) }
    var study = CoverageStudy(profile: try device.chosen(), repeats: repeats)
    study.participants = participants
    study.noise = try noises()
    study.priors = try arms()
    study.fixationBias = fixationBias
    study.seed = seed
    try checkCounts()
    guard !study.noise.isEmpty else { throw OptionError("--noise", is: noise, expected: "for instance 0.5,1,3") }
    return study
  }

  private func simulated(_ preset: String) throws -> SimulatedCoverage {
    output.console.remarkIgnored(
      ["noise", "priors", "fixation-bias"], since: "--preset sets the errors of people and tracker")
    let profile = try device.chosen()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .calibration, preset: try GazePreset.load(preset), seed: seed, phone: 1,
      participants: participants)
    try checkCounts()
    return SimulatedCoverage(profile: profile, simulation: simulation, repeats: repeats)
  }

  private func noises() throws -> [Double] {
    try noise.split(separator: ",").map { text in
      guard let value = Double(decimal: text), value > 0, value <= 30 else {
        throw OptionError("--noise", is: text, expected: "degrees up to 30, separated by commas")
      }
      return value
    }
  }

  private func arms() throws -> [Bool] {
    switch priors {
    case "on": [true]
    case "off": [false]
    case "both": [true, false]
    default: throw OptionError("--priors", is: priors, expected: "on, off or both")
    }
  }

  private func checkCounts() throws {
    guard (2...1_000_000).contains(repeats) else {
      throw OptionError("--repeats", is: repeats, expected: "2 to 1000000")
    }
    guard (1...200).contains(participants) else {
      throw OptionError("--participants", is: participants, expected: "1 to 200")
    }
    guard (0...10).contains(fixationBias) else {
      throw OptionError("--fixation-bias", is: fixationBias, expected: "0 to 10 degrees")
    }
  }
}
