import ArgumentParser
import Evaluate
import GazePipeline
import GazeSimulation
import GazeTesting

struct DoctorStudyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Does 'doctor' name what is wrong, and nothing else?",
    discussion: """
      Each fault is planted alone, in each of the ways in which apps make it, into good recordings, one a seed with a \
      phone of its own, and 'doctor' is asked.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "What the people do; 'gazesim scenarios' lists them.")
  var scenario = "calibration"

  @Option(help: "How many seeds.")
  var seeds = 100

  @Option(help: "People in each recording.")
  var participants = 1

  @OptionGroup var simulation: PersonOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func validate() throws {
    guard (1...100_000).contains(seeds) else { throw OptionError("--seeds", is: seeds, expected: "1 to 100000") }
  }

  func run() async throws {
    let profile = try device.chosen()
    let study = DoctorStudy(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), try GazeScenario.named(scenario), participants: participants), seeds: seeds)
    let progress = Progress("doctor", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: DoctorStudy.Report) -> [String] {
    var table = TextTable(["fault", "planted in", "named alone", "with others", "missed", "others"])
    for row in r.rows {
      let others = row.others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
      table.add([
        row.fault?.title ?? "none", row.way, "\(row.alone)/\(r.seeds)", "\(row.withOthers)", "\(row.missed)",
        others.joined(separator: ", "),
      ])
    }
    let worst = r.rows.map(\.alone).min() ?? 0
    return [
      """
      \(r.device): \(NumberText.count(r.seeds, "recording")) of \(NumberText.count(r.participants, "person", "people")), seeds from \
      \(r.seed) on, a phone each, \(r.scenario), preset \(r.preset)
      """, "of good recordings: named alone is nothing named", "",
    ] + table.lines + ["", "the rarest: \(worst) of \(r.seeds)"]
  }
}
