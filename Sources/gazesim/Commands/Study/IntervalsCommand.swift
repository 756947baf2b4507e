import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct IntervalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervals", abstract: "Whether the intervals of 'evaluate' and 'gate' hold what they say.",
    discussion: """
      A pool of simulated people is the population and its figures are the truth. Each study draws some of them with \
      replacement and forms every figure with its 95 % interval, as 'evaluate' would; counted is how often the truth lies \
      inside. A figure whose intervals do not hold it in 92 to 98 of 100 studies is not to have any at that number of people.
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

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
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
    let study = IntervalStudy(
      run, people: sizes.compactMap { $0 }, studies: studies,
      metrics: metrics?.split(separator: ",").map(String.init))
    let progress = Progress("intervals", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: IntervalStudy.Report) -> [String] {
    var table = TextTable([
      "figure", "people", "truth", "coverage", "95 %", "width / truth", "printed", "0.92 to 0.98",
    ])
    for row in r.rows {
      let verdict =
        row.isAccepted.map { $0 ? "yes" : "no" } ?? row.peopleNeeded.map { "none: takes \($0) people" } ?? "none"
      table.add([
        row.metric, "\(row.people)", "\(NumberText.fixed(row.truth, 3)) \(row.unit)", NumberText.fixed(row.coverage, 3),
        Format.interval(row.ci95, 3), NumberText.fixed(row.relativeWidth, 2), "\(row.printed) of \(row.studies)",
        verdict,
      ])
    }
    return [
      """
      \(r.device), \(r.pipeline), \(r.scenario), \(r.loop) loop, preset \(r.preset), seed \(r.seed): a pool of \(r.pool) \
      people, \(r.duration.map { NumberText.fixed($0, 0) + " s" } ?? "the scenario's own time") a take
      """,
      """
      \(r.studies) studies of each number of people, drawn from the pool with replacement; the truth is the pool's figure
      """, "",
    ] + table.lines
  }
}
