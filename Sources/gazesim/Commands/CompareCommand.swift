import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Pipelines side by side on the same people.",
    discussion: """
      The article's pipelines stand four times: as published; with the one constant offset that serves these very \
      people best at this recline (found on the frames that they are judged by, so it flatters them; where no scenario \
      shows targets and the loop is closed, on the same people in an open loop); with each \
      person's own constant from the five points that `standard` gets too; and with the constant that would have been \
      best for each person in the very session that is judged, which nobody can know beforehand. Ratios are of `standard` with five points \
      to the row, paired over people: below 1, `standard` is better.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Pipelines, separated by commas.")
  var pipelines = "article2021,article2021-converted,standard"

  @Option(help: "Degrees that the phone leans back from upright, separated by commas.")
  var recline = "30"

  @Option(help: "What simulated people do; may be repeated. Default: validation, reading and stare.")
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions
  @OptionGroup var loop: LoopOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  // Here and not in `run()`, so that the usage shown is this command's.
  func validate() throws {
    if pipelines.split(separator: ",").isEmpty { throw ValidationError("--pipelines needs a name.") }
    if try reclines().isEmpty { throw ValidationError("--recline needs degrees.") }
  }

  private func reclines() throws -> [Double] {
    try recline.split(separator: ",").map { text in
      guard let value = Double(text) else {
        throw ValidationError("--recline takes degrees, separated by commas, not \"\(text)\".")
      }
      guard (0...90).contains(value) else {
        throw OptionError("--recline", is: String(text), expected: "0 to 90 degrees")
      }
      return value
    }
  }

  func run() async throws {
    let profile = try device.chosen()
    let names = try pipelines.split(separator: ",").map { try PipelineName.named(String($0)) }
    let reclines = try reclines()
    let scenarios = try scenario.isEmpty ? EvaluationRun.defaultScenarios : scenario.map { try Scenario.named($0) }
    var run = EvaluationRun(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), scenarios[0], participants: 20), scenarios: scenarios
    )
    run.loop = try loop.chosen(nil)
    let progress = Progress("compare", quiet: console.quiet)
    let comparison = Comparison(run, reclines: reclines, arms: Comparison.arms(names))
    let rows = try await comparison.rows(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: rows) } else { try Console.print(lines(rows, run, comparison.arms)) }
  }

  private func lines(_ rows: [Comparison.Row], _ run: EvaluationRun, _ arms: [Comparison.Arm]) -> [String] {
    let s = run.simulation
    var lines = [
      """
      \(run.profile.id): \(Format.count(s.participants, "person", "people")), simulated, preset \(s.preset.name), phone \
      \(s.phone), seed \(s.seed); \(run.scenarios.map(\.rawValue).joined(separator: "+")), \
      \(run.loop == .open ? "open loop" : "each pipeline in its own closed loop")
      """,
      "median error: mean over people; ratio, +F1 and +off: \(arms.last?.label ?? "") against the row, paired over people, 95 %",
    ]
    var table = TextTable(
      [
        "recline", "pipeline", "median pt", "95 %", "deg", "ratio", "precision", "recall", "F1", "+F1", "false/min",
        "off pt/min", "+off",
      ].reversedFirstTwo)
    for r in rows {
      table.add(
        [
          "\(Format.number(r.recline, 0))°", r.label, Format.number(r.errorPoints, 0),
          Format.interval(r.errorPointsCI95, 0), Format.number(r.errorDegrees, 1),
          r.ratio.map { "\(Format.number($0, 2)) \(Format.interval(r.ratioCI95, 2))" } ?? "-",
          Format.number(r.precision, 2), Format.number(r.recall, 2), Format.number(r.f1, 2),
          "\(Format.number(r.f1Difference, 2)) \(Format.interval(r.f1DifferenceCI95, 2))",
          Format.number(r.falsePerMinute, 2), Format.number(r.offScreenScrollPointsPerMinute, 0),
          "\(Format.number(r.offScreenDifference, 0)) \(Format.interval(r.offScreenDifferenceCI95, 0))",
        ].reversedFirstTwo)
    }
    lines += [""] + table.lines
    return lines
  }
}

extension [String] {
  /// The pipeline's name first: the table sets its first column to the left.
  fileprivate var reversedFirstTwo: [String] { count < 2 ? self : [self[1], self[0]] + dropFirst(2) }
}
