import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct IntervalsCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    IntervalStudy.self,
    discussion: """
      A pool of simulated people is the population and its figures are the truth. Each study draws some of them with \
      replacement and forms every figure with its 95 % interval, as 'evaluate' would; counted is how often the truth \
      lies inside. A figure whose intervals do not hold it in 92 to 98 of 100 studies is not to have any at that \
      number of people.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions
  @OptionGroup var loop: LoopOptions

  @Option(help: "How many people a study has: numbers with commas between them.")
  var participants = "20,60"

  @Option(help: "How many studies are drawn for each number of people.")
  var studies = 2000

  @Option(help: "How many people are in the pool.")
  var pool = 1000

  @Option(help: "Which figures, with commas between them. Default: those that matter.")
  var metrics: String?

  @OptionGroup var output: StudyOutputOptions

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
