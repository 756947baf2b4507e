import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

struct SmoothingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "smoothing", abstract: "What each filter is worth on people it was not fitted to.",
    discussion: """
      Every family is fitted to simulated people of one seed by what an app can see, one is chosen by the error in the \
      scenario that its numbers were not fitted to, and all are judged on people of another seed, beside the 2021 \
      article's mean of ten and the best causal filter that is told the true parameters. The error about the slow part \
      is the distance from the same take without the tracker's noise: bias and drift, which no filter removes, are in \
      both. Settling is the time from halfway of a saccade to three quarters of it on the smoothed pointer.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    let profile = try device.chosen()
    let study = SmoothingStudy(profile: profile, simulation: try people.simulation(profile))
    let progress = Progress("smoothing", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: SmoothingStudy.Report) -> [String] {
    var table = TextTable(
      ["", "filter", "error pt", "over mean10", "slow error pt"] + r.scenarios
        + ["over best", "95 %", "settle ms", "minus mean10", "95 %"])
    for row in r.rows {
      table.add(
        [
          row.isChosen ? "*" : "", "\(row.name): \(row.filter)", NumberText.fixed(row.error.mean, 1),
          NumberText.fixed(row.overMean10, 3) + " " + Format.interval(row.overMean10CI95, 3),
          NumberText.fixed(row.slowError.mean, 2),
        ] + r.scenarios.map { NumberText.fixed(row.slowErrorByScenario[$0], 2) } + [
          NumberText.fixed(row.overBest, 3), Format.interval(row.overBestCI95, 3),
          NumberText.fixed(row.settling.mean, 0),
          NumberText.fixed(row.settlingMinusMean10, 0), Format.interval(row.settlingMinusMean10CI95, 0),
        ])
    }
    let people = NumberText.count(r.participants, "person", "people")
    var lines =
      [
        """
        \(r.device), preset \(r.preset): fitted to \(people) of seed \(r.seed), judged on \(people) of seed \
        \(r.heldOutSeed) (\(r.failing) of them left out, whom tracking fails), \(r.scenarios.joined(separator: ", "))
        """,
        "RMS distances from the true gaze (error) and from the take without noise (slow error), means over people", "",
      ] + table.lines + ["", "* chosen"]
    lines += (r.choice.front ?? []).map { point in
      let f = point.figures
      return """
        front, \(f.filter), weight of jumps \(NumberText.fixed(point.movingWeight, 4)): still \(NumberText.fixed(f.rmsStill, 2)) pt, just \
        after jumps \(NumberText.fixed(f.rmsMoving, 2)) pt, settles in \(NumberText.fixed(f.settlingMilliseconds, 0)) ms
        """
    }
    return lines
  }
}
