import ArgumentParser
import Evaluate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct GatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gates", abstract: "How often is a gate wrong, and does it catch a regression?",
    discussion: """
      A population of simulated people, whose true figures are therefore known exactly, goes through several versions of \
      the pipeline. Each run draws its people from it, as 'gazesim gate' would look at them, and judges them: against \
      limits at and near the true value, and against a baseline of the same people. On a limit, which the figure then \
      keeps, 'pass' is right.

      Last come people who are not the simulator's: figures with a heavy tail, judged as recordings are (--input), the \
      limit exactly at the true mean, where every verdict counts as wrong. It takes five times as many runs.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: PersonOptions

  @Option(help: "People in the population.")
  var participants = 1200

  @Option(help: "Runs of each gate.")
  var runs = 200

  @Option(help: "By which share a figure may get worse against the baseline.")
  var margin = 0.05

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    guard (1...100_000).contains(runs) else { throw OptionError("--runs", is: runs, expected: "1 to 100000") }
    guard (0...10).contains(margin) else {
      throw OptionError("--margin", is: margin, expected: "a share from 0 to 10, 0.05 for 5 %")
    }
    let profile = try device.chosen()
    let run = Run<GazeRig>(
      profile: profile,
      simulation: try simulation.simulation(
        NominalPhone(profile), GazeRig.facts.scenarios[0], participants: participants))
    var study = GateStudy(run)
    (study.runs, study.margin) = (runs, margin)
    let progress = Progress("gates", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: GateStudy.Report) -> [String] {
    func share(_ count: Int) -> String { NumberText.fixed(100 * Double(count) / Double(max(r.runs, 1)), 1) }
    func percent(_ value: Double) -> String {
      (value > 0 ? "+" : "") + NumberText.fixed(value == 0 ? 0 : 100 * value, 1)
    }
    let looks = r.looks.people.map(String.init).joined(separator: ", ")
    var lines = [
      """
      \(r.device): \(r.population) people (\(r.failing) failing, in no figure), simulated, seed \(r.seed); \(r.runs) runs, each \
      looking at \(looks) people drawn from them
      """,
      "verdicts in % of runs; simulated people say nothing of a phone", "",
      "one gate, its limit beside the true value (below 0: the figure breaks it)",
    ]
    var table = TextTable(["figure", "truth", "limit %", "pass", "fail", "inconclusive", "wrong", "people"])
    for row in r.borderline {
      table.add([
        row.metric, NumberText.fixed(row.truth, 3), percent(row.step), share(row.verdicts.pass),
        share(row.verdicts.fail),
        share(row.verdicts.inconclusive), share(row.wrong), NumberText.fixed(row.people, 0),
      ])
    }
    lines += table.lines
    lines += [
      "",
      """
      six gates at once, each with its limit exactly at its true value: pass \(share(r.family.pass)), fail (wrong) \
      \(share(r.family.fail)), inconclusive \(share(r.family.inconclusive))
      """,
      "",
      "against a baseline, margin \(NumberText.fixed(100 * r.margin, 1)) %: all six figures, and the pointer's median error",
    ]
    var versions = TextTable([
      "what differs", "pointer %", "worst figure %", "", "fail", "pass", "inconclusive", "pointer: fail", "pass",
      "people",
    ])
    for row in r.versions {
      versions.add([
        row.name, percent(row.trueChange), percent(row.worst), row.worst > 0 ? row.worstMetric : "-",
        share(row.all.fail),
        share(row.all.pass), share(row.all.inconclusive), share(row.pointer.fail), share(row.pointer.pass),
        NumberText.fixed(row.people, 0),
      ])
    }
    lines += versions.lines
    lines += [
      "",
      """
      people who are not the simulator's, judged as recordings are, limit at the true mean: \
      \(NumberText.count(r.strangerRuns, "run")); % of them
      """,
    ]
    var strangers = TextTable(["their figure", "people", "95 % covers", "pass", "fail", "verdicts, all wrong"])
    func part(_ count: Int) -> String { NumberText.fixed(100 * Double(count) / Double(max(r.strangerRuns, 1)), 1) }
    for row in r.strangers {
      strangers.add([
        row.name, "\(row.people)", part(row.covered), part(row.pass), part(row.fail), part(row.pass + row.fail),
      ])
    }
    return lines + strangers.lines
  }
}
