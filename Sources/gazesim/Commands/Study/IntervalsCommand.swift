import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct IntervalsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    IntervalStudy.self,
    discussion: """
      Each study simulates new people, who read new pages, and computes every figure with its 95 % interval, as \
      'evaluate' would; the table counts how often the interval contains the truth, the figure of a population of \
      other people on the same phone. Study k has the seed --seed + number of phones + k; the phones share the studies \
      equally. If an interval contains the truth in fewer than 91 or more than 98 of 100 studies, 'evaluate' should \
      print no interval of that figure for that number of people.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions
  @OptionGroup var loop: LoopOptions

  @Option(help: "Numbers of people per study, separated by commas.")
  var participants = "40"

  @Option(help: "Number of studies for each number of people.")
  var studies = 400

  @Option(help: "Number of other people, of each phone, whose figures are the truth.")
  var population = 4000

  @Option(help: "Phones, separated by commas, among which the studies are divided. --phone is not used.")
  var phones = "1,2"

  @Option(help: "Figures, separated by commas. Default: the main figures of pointer and scrolling.")
  var metrics: String?

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + person.inputs }

  func study() throws -> any Study {
    let sizes = participants.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard sizes.allSatisfy({ $0.map((2...10_000).contains) ?? false }) else {
      throw OptionError("--participants", is: participants, expected: "numbers of 2 to 10000, such as 20,60")
    }
    guard (1...100_000).contains(studies) else {
      throw OptionError("--studies", is: studies, expected: "1 to 100000")
    }
    let numbers = phones.split(separator: ",", omittingEmptySubsequences: false).map { UInt64($0) }
    guard numbers.allSatisfy({ $0 != nil }) else {
      throw OptionError("--phones", is: phones, expected: "whole numbers, such as 1,2")
    }
    let profile = try device.chosen()
    let simulation: Simulation = try person.simulation(NominalPhone(profile), .validation, participants: population)
    var run = Run<GazeRig>(profile: profile, simulation: simulation)
    run.loop = try loop.chosen(GazeRig.standard)
    return IntervalStudy(
      run, people: sizes.compactMap { $0 }, studies: studies, phones: numbers.compactMap { $0 },
      metrics: metrics?.split(separator: ",").map(String.init))
  }
}
