import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

struct TriggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger", abstract: "What tuning the scroll trigger is worth on people it was not tuned on.",
    discussion: """
      Zones, dwell times, hysteresis and release are tuned by a simplex on simulated people of one seed who read and \
      cook, to the seconds of their time that a minute costs: a false scroll (finding the line again), a wish that was \
      not answered (doing it by hand), a second of waiting, a point scrolled that nobody wanted. Before and after are \
      judged on people of another seed, with a page that obeys the person (open) and one that the trigger moves (closed).
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions

  @Option(help: "Seconds a false scroll costs.")
  var falseScroll = 4.0

  @Option(help: "Seconds an unanswered wish costs.")
  var missedWish = 10.0

  @Option(help: "Seconds a second costs in which a scroll is wished and the page does not do it.")
  var waitingSecond = 1.0

  @Option(help: "Seconds an unwanted point scrolled costs.")
  var strayPoint = 0.005

  @Option(help: "Seconds of each take that is judged. Default: the scenario's own.")
  var duration: Double?

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  private func check() throws {
    let costs = [
      ("--false-scroll", falseScroll), ("--missed-wish", missedWish), ("--waiting-second", waitingSecond),
      ("--stray-point", strayPoint),
    ]
    for (option, cost) in costs where !(0...1e6).contains(cost) {
      throw OptionError(option, is: cost, expected: "0 to 1000000 seconds")
    }
    if let duration, !(duration >= 10 && duration <= 86_400) {
      throw OptionError("--duration", is: duration, expected: "10 to 86400 seconds")
    }
  }

  func run() async throws {
    try check()
    let profile = try device.chosen()
    var study = TriggerStudy(profile: profile, simulation: try people.simulation(profile))
    study.cost = CalibrationFile.TriggerChoice.Cost(
      falseScroll: falseScroll, missedWish: missedWish, waitingSecond: waitingSecond, strayPoint: strayPoint)
    study.duration = duration
    let progress = Progress("trigger", quiet: console.quiet)
    defer { progress.finish() }
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: TriggerStudy.Report) -> [String] {
    var table = TextTable(
      [
        "scenario", "loop", "trigger", "F1", "95 %", "false a minute", "95 %", "off-screen pt/min", "95 %",
        "s lost a minute", "95 %", "answered",
      ])
    for row in r.rows {
      let off = row.offScreenScrollPointsPerMinute
      table.add([
        row.scenario, row.loop, row.trigger, NumberText.fixed(row.f1.value, 3), Format.interval(row.f1.ci95, 3),
        NumberText.fixed(row.falsePerMinute.value, 2), Format.interval(row.falsePerMinute.ci95, 2),
        NumberText.fixed(off.value, 0), Format.interval(off.ci95, 0), NumberText.fixed(row.cost.value, 1),
        Format.interval(row.cost.ci95, 1), "\(NumberText.fixed(row.answered, 0)) of \(row.wishes)",
      ])
    }
    let people = NumberText.count(r.participants, "person", "people")
    return [
      """
      \(r.device), preset \(r.preset): tuned on \(people) of seed \(r.seed), judged on \(people) of seed \
      \(r.heldOutSeed); smoothing \(r.smoothing)
      """, CalibrationText.trigger(r.tuning), "before: \(r.before.summary)", "after:  \(r.after.summary)", "",
    ] + table.lines
  }
}
