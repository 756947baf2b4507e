import ArgumentParser
import Evaluate
import GazeRecording

struct TriggerCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    TriggerStudy.self,
    discussion: """
      Zones, dwell times, hysteresis and release are tuned by a simplex on simulated people of one seed who read and \
      cook. The tuning minimises the cost of a minute, in seconds of their time: a false scroll (finding the line \
      again), an intent that was not answered (scrolling by hand), a second of waiting, a point scrolled that nobody \
      wanted. The triggers before and after tuning are judged on people of another seed, with a page that obeys the \
      person (open) and one that the trigger moves (closed).
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions

  @Option(help: "Cost of a false scroll, seconds.")
  var falseScroll = 4.0

  @Option(help: "Cost of an unanswered intent, seconds.")
  var missedWish = 10.0

  @Option(help: "Cost of each second in which a person wants to scroll and the page does not, seconds.")
  var waitingSecond = 1.0

  @Option(help: "Cost of each point scrolled that nobody wanted, seconds.")
  var strayPoint = 0.005

  @Option(help: "Duration of each judged take, seconds. Default: the scenario's own.")
  var duration: Double?

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + people.inputs }

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

  func study() throws -> any Study {
    try check()
    let profile = try device.chosen()
    var study = TriggerStudy(profile: profile, simulation: try people.simulation(profile))
    study.cost = CalibrationFile.TriggerChoice.Cost(
      falseScroll: falseScroll, missedWish: missedWish, waitingSecond: waitingSecond, strayPoint: strayPoint)
    study.duration = duration
    return study
  }
}
