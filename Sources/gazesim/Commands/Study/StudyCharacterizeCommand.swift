import ArgumentParser
import Evaluate
import GazeSimulation

struct StudyCharacterizeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study-characterize", abstract: "Coverage of the intervals of 'characterize', on simulated people.")

  @OptionGroup var device: DeviceOptions

  @Option(help: "What the people do.")
  var scenario = "calibration"

  @Option(help: "How many seeds, one person each.")
  var repeats = 200

  @OptionGroup var simulation: SimulationOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try device.chosen()
    let study = CharacteriseCoverage(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), try Scenario.named(scenario), participants: 1),
      repeats: repeats)
    let rows = try await study.rows(jobs: jobs.count)
    if console.json {
      try Console.print(json: rows)
      return
    }
    var table = TextTable(["characteristic", "unit", "given", "covered", "coverage", "realised", "bias", "width"])
    for r in rows {
      table.add([
        r.name, r.unit, "\(r.given)", "\(r.covered)", Format.number(r.coverage, 3), Format.number(r.realised, 5),
        Format.number(r.bias, 5), Format.number(r.width, 5),
      ])
    }
    try Console.print(table.lines)
  }
}
