import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct SensitivityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity", abstract: "Which assumption matters, and how much.",
    discussion: """
      Every assumed constant (not the task's design, such as the text's size) is set to either end of its range (stated with it, else half and twice the value), all else \
      as it was, on the same people with the same draws. The effect is the mean over people of the figure there minus the \
      figure at the base, with a 95 % interval; tables are in the order of the larger effect. One in twenty intervals \
      leaves out 0 by chance (*); what is marked ** has p below 0.05 by a paired t, adjusted by Holm over all ends of all \
      constants in the table. No mark is no proof of no effect: more people tell more.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "What simulated people do; may be repeated. Default: validation, reading and stare.")
  var scenario: [String] = []

  @OptionGroup var simulation: SimulationOptions

  @Option(help: "The pipeline; 'gazesim compare --help' lists them.")
  var pipeline = "standard"

  @Option(help: "Only these constants, separated by commas, whatever they rest on. Default: all assumed.")
  var keys: String?

  @Option(help: "Rows of each table; 0 for all. --json has all.")
  var top = 12

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func validate() throws {
    if top < 0 { throw OptionError("--top", is: top, expected: "0 or more") }
    if let keys, keys.split(separator: ",").isEmpty { throw ValidationError("--keys needs a constant.") }
  }

  func run() async throws {
    let profile = try device.chosen()
    let scenarios = try scenario.isEmpty ? GazeRig.facts.scenarios : scenario.map { try GazeScenario.named($0) }
    let constants =
      try keys.map { try $0.split(separator: ",").map { try GazeConstant.named(String($0)) } }
      ?? SensitivityStudy.assumed
    let run = Run<GazeRig>(
      profile: profile, simulation: try simulation.simulation(NominalPhone(profile), scenarios[0], participants: 20),
      scenarios: scenarios, pipeline: try GazeRig.pipeline(named: pipeline))
    let progress = Progress("sensitivity", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await SensitivityStudy(run, constants: constants).report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report, run)) }
  }

  private func lines(_ r: SensitivityStudy.Report, _ run: Run<GazeRig>) -> [String] {
    var lines = [
      """
      \(r.device), \(r.pipeline), \(r.scenario): \(NumberText.count(r.participants, "person", "people")) (\(r.failing) failing, \
      in no figure), simulated, preset \(r.preset), phone \(r.phone), seed \(r.seed)
      """,
      "each constant at either end of its range, all else and all draws the same; by the larger effect",
      "* its 95 % interval leaves out 0; ** so it does among all ends of all constants (Holm)",
    ]
    for ranking in r.rankings {
      let (name, decimals) =
        switch ranking.outcome {
        case .pointerError: ("median pointer error, points", 1)
        case .scrollF1: ("scroll F1", 3)
        case .offScreenScroll: ("points scrolled a minute of looking off the screen", 0)
        }
      guard let base = ranking.base else {
        lines += ["", "\(name): nobody has it in these scenarios"]
        continue
      }
      lines += ["", "\(name): \(NumberText.fixed(base, decimals)) \(Format.interval(ranking.baseCI95, decimals))"]
      var table = TextTable(["", "constant", "value", "low", "effect", "95 %", "high", "effect", "95 %"])
      func cells(_ effect: SensitivityStudy.Effect?) -> [String] {
        guard let effect else { return ["-", "-", "-"] }
        let sign = effect.difference > 0 ? "+" : ""
        return [
          value(effect.at),
          sign + NumberText.fixed(effect.difference, decimals)
            + (effect.isDistinguishable ? "**" : effect.leavesOutZero ? "* " : "  "),
          Format.interval(effect.ci95, decimals),
        ]
      }
      let shown = top == 0 ? ranking.rows[...] : ranking.rows.prefix(top)
      for (place, row) in shown.enumerated() {
        table.add(
          ["\(place + 1)", "\(row.key) \(row.unit == "1" ? "" : row.unit)", value(row.value)] + cells(row.low)
            + cells(row.high))
      }
      lines += table.lines
      let (told, rest) = (ranking.rows.count(where: \.isDistinguishable), ranking.rows.dropFirst(shown.count))
      let largest =
        rest.map(\.largest).max().map { "; the largest of those not shown: \(NumberText.fixed($0, decimals))" } ?? ""
      lines.append("\(told) of \(ranking.rows.count) can be told from none\(largest)")
    }
    if let range = r.f1Range {
      func end(_ end: SensitivityStudy.F1End) -> String {
        let set = end.constants.sorted { $0.key < $1.key }.map { "\($0.key)=\(value($0.value))" }.joined(separator: " ")
        return "\(NumberText.fixed(end.f1, 2)) \(Format.interval(end.ci95, 2)) (\(set.isEmpty ? "as it is" : set))"
      }
      lines += [
        "",
        """
        F1 over \(range.combinations) combinations of \(SensitivityStudy.F1Range.keys.joined(separator: ", ")), none of \
        which was measured:
        """,
        "smallest \(end(range.smallest))", "largest \(end(range.largest))",
      ]
    }
    return lines
  }

  /// Up to four significant decimals, without trailing noughts.
  private func value(_ x: Double) -> String {
    var text = NumberText.fixed(x, abs(x) < 0.1 ? 4 : abs(x) < 10 ? 2 : 1)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text
  }
}
