import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct SplitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "splits",
    abstract: "How the raw error may divide into person and session, and still be the published one.",
    discussion: """
      Nobody has published how much of a tracker's raw error stays with a person and how much changes from session to \
      session. The split is the share of the variance between takes of the mean error vector that stays with the person. \
      For each share and slow drift the constants in `Split.fitted` are simulated, two sessions a person, and mean and SD \
      over people held to the published 3.2 ± 2.0 deg; the SD is what a study of 28 people finds on average. With --fit \
      the constants are sought for 27 shares and drifts, and what cannot be fitted is listed with what came nearest. \
      People whom tracking fails, and those with a flag, are in no figure.
      """)

  @OptionGroup var device: DeviceOptions

  @Flag(help: "Seek the constants.")
  var fit = false

  @Option(help: "How many people.")
  var participants = 1400

  @Option(help: "Draws people, behaviour and noise.")
  var seed: UInt64 = 1

  @Option(help: "Draws the phone's true geometry.")
  var phone: UInt64 = 1

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try device.chosen()
    let simulation = Simulation(
      device: NominalPhone(profile), scenario: .validation, seed: seed, phone: phone, participants: participants)
    try simulation.validate()
    let progress = Progress("splits", quiet: console.quiet)
    defer { progress.finish() }
    let study = SplitStudy(PopulationStudy(profile: profile, simulation: simulation))
    let report = try await study.report(fit: fit, jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: SplitStudy.Report) -> [String] {
    var table = TextTable([
      "share", "drift", "biasUp", "biasSD", "biasSpread", "sessionBiasSD", "faceRotationBiasSD", "mean", "SD of 28",
      "share found", "",
    ])
    for c in r.cells {
      func constant(_ name: String) -> String { NumberText.fixed(c.constants["tracker.\(name)"], 2) }
      table.add(
        [NumberText.fixed(c.share), NumberText.fixed(c.drift)]
          + ["biasUp", "biasSD", "biasSpread", "sessionBiasSD", "faceRotationBiasSD"].map(constant)
          + [
            NumberText.fixed(c.mean, 2), NumberText.fixed(c.sd, 2), NumberText.fixed(c.foundShare, 2),
            c.isWithinGoal ? "fits" : "does not fit",
          ])
    }
    let g = r.goal
    let fits = r.cells.count(where: \.isWithinGoal)
    return [
      """
      \(r.device): \(NumberText.count(r.participants, "person", "people")) (\(r.people) in the figures), two sessions each, \
      simulated, preset \(r.preset), phone \(r.phone), seed \(r.seed)
      """,
      """
      constants \(r.isFitted ? "sought" : "as they are"); asked for: mean \(NumberText.fixed(g.mean)) ± \
      \(NumberText.fixed(g.meanTolerance, 2)) deg, SD of \(g.people) people \(NumberText.fixed(g.sd)) ± \
      \(NumberText.fixed(g.sdTolerance)) deg, share ± \(NumberText.fixed(g.shareTolerance, 2))
      """, "",
    ] + table.lines + ["", "\(fits) of \(r.cells.count) fit"]
  }
}
