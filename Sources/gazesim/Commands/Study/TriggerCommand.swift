import ArgumentParser
import Evaluate
import GazeRecording

struct TriggerCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    TriggerStudy.self,
    discussion: """
      Zones, dwell times, hysteresis and release are tuned by a simplex on simulated people of one seed who read and \
      cook, to the seconds of their time that a minute costs: a false scroll (finding the line again), an intent that \
      was not answered (doing it by hand), a second of waiting, a point scrolled that nobody wanted. Before and after \
      are judged on people of another seed, with a page that obeys the person (open) and one that the trigger moves \
      (closed).
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var people: StudyPeopleOptions

  @Option(help: "Seconds a false scroll costs.")
  var falseScroll = 4.0

  @Option(help: "Seconds an unanswered intent costs.")
  var missedWish = 10.0

  @Option(help: "Seconds a second costs in which a person wants to scroll and the page does not do it.")
  var waitingSecond = 1.0

  @Option(help: "Seconds an unwanted point scrolled costs.")
  var strayPoint = 0.005

  @Option(help: "Seconds of each take that is judged. Default: the scenario's own.")
  var duration: Double?

  @OptionGroup var output: StudyOutputOptions

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
