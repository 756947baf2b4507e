import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct CharacterizeCoverageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "characterize", abstract: "Do the intervals of 'characterize' hold what they say?",
    discussion: """
      One person a seed is simulated and characterised, each with another phone; an interval covers if what that very \
      recording was made with lies in it: the constant, times the person's own factor. Without targets only what needs \
      none is told.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "What the people do; 'gazesim scenarios' lists them.")
  var scenario = "calibration"

  @Option(help: "How many seeds.")
  var repeats = 200

  @OptionGroup var simulation: PersonOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func validate() throws {
    guard (1...100_000).contains(repeats) else {
      throw OptionError("--repeats", is: repeats, expected: "1 to 100000")
    }
  }

  func run() async throws {
    let profile = try device.chosen()
    let study = CharacteriseCoverage(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), try GazeScenario.named(scenario), participants: 1),
      repeats: repeats)
    let progress = Progress("characterize", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: CharacteriseCoverage.Report) -> [String] {
    var table = TextTable([
      "characteristic", "unit", "given", "covered", "coverage", "95 %", "made with, mean", "bias", "median width",
    ])
    for row in r.parameters {
      table.add([
        row.name, row.unit == "1" ? "" : row.unit, "\(row.given)", "\(row.covered)", NumberText.fixed(row.coverage, 3),
        Format.interval(row.coverageCI95, 3), NumberText.fixed(row.realised, 5), NumberText.fixed(row.bias, 5),
        NumberText.fixed(row.width, 5),
      ])
    }
    return [
      """
      \(r.device): \(NumberText.count(r.repeats, "seed")) from \(r.seed) on, one person and phone each, \(r.scenario), preset \
      \(r.preset)
      """, "given: recordings that gave an interval; 95 %: of the coverage (Clopper-Pearson)", "",
    ] + table.lines + [""] + verdict(r.parameters)
  }

  /// Intervals from which coverage is judged: of 60, 95 % coverage gives less than 90 % once in twenty times.
  private static let fewest = 60

  private func verdict(_ rows: [CharacteriseCoverage.Row]) -> [String] {
    let few = rows.filter { $0.given < Self.fewest }
    let judged = rows.filter { $0.given >= Self.fewest }
    let missed = judged.filter { ($0.coverage ?? 0) < 0.9 }
    func list(_ rows: [CharacteriseCoverage.Row]) -> String { rows.map(\.name).joined(separator: ", ") }
    var lines: [String] = []
    if !missed.isEmpty {
      lines.append("below 90 %: \(list(missed))")
    } else if !judged.isEmpty {
      lines.append("all \(few.isEmpty ? "" : "other ")intervals cover at least 90 %")
    }
    if !few.isEmpty { lines.append("too few repeats to say (fewer than \(Self.fewest) intervals): \(list(few))") }
    return lines
  }
}
