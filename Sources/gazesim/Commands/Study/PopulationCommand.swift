import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation
import GazeTesting

struct PopulationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "population", abstract: "The raw error of simulated people, beside the published one.",
    discussion: """
      Everybody looks at 16 targets for 1.5 s each. The pointer is that of `standard` with the phone's true geometry, \
      without a person calibration and without smoothing, so kappa and every error of the tracker are in it. The error \
      is the angle between pointer and target at the eye; people whom tracking fails are reported apart.

      With --fit, tracker.biasUp and tracker.biasSD are sought such that mean and SD over people come as near to the \
      published 3.2 ± 2.0 deg as they can, on the same people in every evaluation, and the search is printed.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var simulation: SimulationOptions

  @Flag(help: "Derive the residual bias from the published raw error, and show how.")
  var fit = false

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try device.chosen()
    var study = PopulationStudy(
      profile: profile,
      simulation: try simulation.simulation(NominalPhone(profile), .validation, participants: 2000))
    let progress = Progress("population", quiet: console.quiet)
    defer { progress.finish() }
    var derivation: PopulationFit.Derivation?
    if fit {
      let fit = try PopulationFit(study)
      var count = 0
      let found = try await fit.derivation(jobs: jobs.count) { _ in
        count += 1
        // Usually five evaluations or so; nobody knows beforehand.
        progress.show(1 - 1 / (1 + Double(count) / 3))
      }
      if let result = found.steps.last { study = try fit.study(with: result) }
      derivation = found
    }
    var report = try await study.report(jobs: jobs.count) { progress.show($0) }
    report.fit = derivation
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: PopulationStudy.Report) -> [String] {
    var lines = [
      """
      \(r.device): \(Format.count(r.participants, "person", "people")), simulated, preset \(r.preset), phone \(r.phone), \
      seed \(r.seed); \(Format.number(r.seconds, 0)) s of validation each
      """,
      "standard with the true geometry, no person calibration, no smoothing; degrees at the eye, against the target",
    ]
    if let fit = r.fit { lines += [""] + derivation(fit, r) }
    var table = TextTable(
      ["raw error", "people", "mean", "95 %", "SD", "95 %", "p5", "p25", "p50", "p75", "p95"])
    func add(_ name: String, _ f: PeopleFigures) {
      let percentiles =
        f.percentiles.isEmpty ? PeopleFigures.shares.map { _ in "-" } : f.percentiles.map { Format.number($0, 2) }
      table.add(
        [
          name, "\(f.people)", Format.number(f.mean, 2), Format.interval(f.meanCI95, 2), Format.number(f.sd, 2),
          Format.interval(f.sdCI95, 2),
        ] + percentiles)
    }
    add("each person's mean over samples", r.error)
    add("each person's mean over looks", r.accuracy)
    add("of them flagged, samples", r.flagged)
    add("apart: whom tracking fails, samples", r.failing)
    for p in r.published {
      table.add(["published: \(p.source)", "\(p.people)", Format.number(p.mean, 2), "-", Format.number(p.sd, 2)])
    }
    lines += [""] + table.lines + [""]
    if r.withoutLooks > 0 {
      lines.append("\(Format.count(r.withoutLooks, "person", "people")) without a settled look, in no figure")
    }
    let (low, high) = (r.goal.sdRange.first ?? 0, r.goal.sdRange.last ?? 0)
    lines.append(
      """
      asked for: mean \(Format.number(r.goal.mean)) ± \(Format.number(r.goal.meanTolerance)): \
      \(verdict(r.error.mean.map(r.goal.allows(mean:)), r.error)); SD \(Format.number(low)) to \(Format.number(high)): \
      \(verdict(r.error.sd.map(r.goal.allows(sd:)), r.error))
      """)
    return lines
  }

  private func verdict(_ isMet: Bool?, _ figures: PeopleFigures) -> String {
    if figures.people < 2 { return "too few people" }
    return isMet.map { $0 ? "met" : "not met" } ?? "no figure"
  }

  private func derivation(_ fit: PopulationFit.Derivation, _ r: PopulationStudy.Report) -> [String] {
    var table = TextTable([
      "evaluation", "tracker.biasUp", "tracker.biasSD", "mean", "forecast", "SD", "forecast", "cost",
    ])
    for (index, s) in fit.steps.enumerated() {
      table.add(
        [
          index == 0 ? "start" : index == fit.steps.count - 1 ? "result" : "\(index)", Format.number(s.biasUp, 2),
          Format.number(s.biasSD, 2), Format.number(s.mean, 3), Format.number(s.forecastMean, 3),
          Format.number(s.sd, 3), Format.number(s.forecastSD, 3), Format.number(s.cost, 4),
        ])
    }
    var lines =
      [
        """
        residual bias from the published \(Format.number(r.goal.mean)) ± \(Format.number(r.goal.sd)) deg (n = \
        \(r.goal.people)); degrees; cost: squared distance in units of what is asked for
        """, "",
      ] + table.lines
    if let result = fit.steps.last {
      lines += [
        "",
        """
        \(fit.isSettled ? "settled" : "not settled"): --set tracker.biasUp=\(Format.number(result.biasUp, 2)) \
        --set tracker.biasSD=\(Format.number(result.biasSD, 2))
        """,
      ]
    }
    return lines
  }
}
