import ArgumentParser
import Evaluate
import GazeMetrics
import GazeSimulation
import GazeTesting

struct GatesCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    GateStudy.self,
    discussion: """
      Each run simulates new people, who read new pages, with several versions of the pipeline, and judges them with \
      the interim analyses of 'gazesim gate': against limits at and near the true value, and against a baseline of the \
      same people. The true value is that of a population of other people on the same phone. If the limit is the \
      figure's true value, the figure keeps it, so 'pass' is right. Run k has the seed --seed + number of phones + k; \
      the phones share the runs equally.

      The last table has people from other distributions than the simulator's: figures with a heavy tail, judged like \
      recordings (--input), with the limit exactly at the true mean, where every verdict counts as wrong. It has five \
      times as many runs.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: PersonOptions

  @Option(help: "Other people, of each phone, whose figures are the truth.")
  var participants = 2000

  @Option(help: "People of a run in its last interim analysis; the first one has 20.")
  var mostParticipants = 40

  @Option(help: "Phones, separated by commas, among which the runs are divided. --phone is not used.")
  var phones = "1,2"

  @Option(help: "Runs of each gate.")
  var runs = 200

  @Option(help: "Share by which a figure may be worse than the baseline.")
  var margin = 0.05

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + simulation.inputs }

  func study() throws -> any Study {
    guard (1...100_000).contains(runs) else { throw OptionError("--runs", is: runs, expected: "1 to 100000") }
    guard (2...10_000).contains(mostParticipants) else {
      throw OptionError("--most-participants", is: mostParticipants, expected: "2 to 10000")
    }
    let numbers = phones.split(separator: ",", omittingEmptySubsequences: false).map { UInt64($0) }
    guard numbers.allSatisfy({ $0 != nil }) else {
      throw OptionError("--phones", is: phones, expected: "whole numbers, such as 1,2")
    }
    guard (0...10).contains(margin) else {
      throw OptionError("--margin", is: margin, expected: "a share from 0 to 10, 0.05 for 5 %")
    }
    let profile = try device.chosen()
    var study = GateStudy(
      Run<GazeRig>(
        profile: profile,
        simulation: try simulation.simulation(
          NominalPhone(profile), GazeRig.facts.scenarios[0], participants: participants)))
    (study.runs, study.margin, study.phones) = (runs, margin, numbers.compactMap { $0 })
    study.looks = GateAnalyses(first: min(20, mostParticipants), most: mostParticipants)
    return study
  }
}
