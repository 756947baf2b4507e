import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct GatesCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    GateStudy.self,
    discussion: """
      A population of simulated people, whose true figures are therefore known exactly, goes through several versions \
      of the pipeline. Each run draws people from the population and judges them, with the interim analyses of \
      'gazesim gate': against limits at and near the true value, and against a baseline of the same people. If the \
      limit is exactly the figure's true value, the figure keeps it, so 'pass' is right.

      The last table has people from other distributions than the simulator's: figures with a heavy tail, judged like \
      recordings (--input), with the limit exactly at the true mean, where every verdict counts as wrong. It has five \
      times as many runs.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: PersonOptions

  @Option(help: "People in the population.")
  var participants = 1200

  @Option(help: "Runs of each gate.")
  var runs = 200

  @Option(help: "Share by which a figure may be worse than the baseline.")
  var margin = 0.05

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func study() throws -> any Study {
    guard (1...100_000).contains(runs) else { throw OptionError("--runs", is: runs, expected: "1 to 100000") }
    guard (0...10).contains(margin) else {
      throw OptionError("--margin", is: margin, expected: "a share from 0 to 10, 0.05 for 5 %")
    }
    let profile = try device.chosen()
    var study = GateStudy(
      Run<GazeRig>(
        profile: profile,
        simulation: try simulation.simulation(
          NominalPhone(profile), GazeRig.facts.scenarios[0], participants: participants)))
    (study.runs, study.margin) = (runs, margin)
    return study
  }
}
