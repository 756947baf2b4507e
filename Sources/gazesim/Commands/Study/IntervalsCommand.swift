import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct IntervalsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    IntervalStudy.self,
    discussion: """
      A pool of simulated people is the population, and its figures are the truth. Each study draws some of them with \
      replacement and computes every figure with its 95 % interval, as 'evaluate' would; the table counts how often \
      the interval contains the truth. If it does so in fewer than 92 or more than 98 of 100 studies, 'evaluate' \
      should print no interval of that figure for that number of people.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions
  @OptionGroup var loop: LoopOptions

  @Option(help: "Numbers of people per study, separated by commas.")
  var participants = "20,60"

  @Option(help: "Number of studies for each number of people.")
  var studies = 2000

  @Option(help: "Number of people in the pool.")
  var pool = 1000

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
    let profile = try device.chosen()
    let simulation: Simulation = try person.simulation(NominalPhone(profile), .validation, participants: pool)
    var run = Run<GazeRig>(profile: profile, simulation: simulation)
    run.loop = try loop.chosen(GazeRig.standard)
    return IntervalStudy(
      run, people: sizes.compactMap { $0 }, studies: studies,
      metrics: metrics?.split(separator: ",").map(String.init))
  }
}
