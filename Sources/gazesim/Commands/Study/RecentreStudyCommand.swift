import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import GazeTesting

struct RecentreStudyCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    RecentreStudy.self,
    discussion: """
      `standard` on the scenario reading, in a loop that each arm closes itself, with the person's five points of an \
      earlier session. Arms: none; x (the middle of reading, horizontally); dot (x and one dot at the start); tap15 (x \
      and a tap each 15 s); reading (the lines read); dot-only and tap15-only (without x), which --details, --markdown \
      and --json add. An app that shows text has x for nothing. All arms have the same people; the error is each \
      person's exact median over samples of eyes at rest, and the ratio is the median over people divided by that of \
      none, with a paired bootstrap over people. Settings were tuned on another seed and phone, which the table names.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "How many people of each seed.")
  var participants = 200

  @Option(help: "Seeds that draw people, behaviour and noise, separated by commas.")
  var seed = "1"

  @Option(help: "Phones, separated by commas: one for each seed, or one for all.")
  var phone = "1"

  @Option(
    help: """
      Splits of the raw error into a person's and a session's part, separated by commas: person, typical, session, or \
      a SHARE; pessimistic and ideal are the presets of those names.
      """)
  var split = RecentreStudy.World.defaults.joined(separator: ",")

  @Option(help: "Arms to compare with none, separated by commas. Default: x, dot, tap15 and reading.")
  var arms: String?

  @Option(
    help: """
      Conditions of reading, separated by commas; reading is compared with none, and with its own ratio under typical: \
      \(RecentreStudy.Condition.allCases.map { "\($0.rawValue) (\($0.summary))" }.joined(separator: ", ")); or all. \
      The arm reading is then run, too.
      """)
  var condition = RecentreStudy.Condition.typical.rawValue

  @Option(help: "Share of the visible pointer's error that people compensate, 0 to 1. With 0 no pointer is visible.")
  var compensation = 0.0

  @Option(help: "The rule that scrolls: edge, or confirm (people also raise their brows).")
  var trigger = ScrollRule.edge.rawValue

  @Option(help: "Duration of a take, seconds, 90 to 3600.")
  var duration = 180.0

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs }

  private func check() throws {
    guard (1...100_000).contains(participants) else {
      throw OptionError("--participants", is: participants, expected: "1 to 100000")
    }
    guard (0...1).contains(compensation) else {
      throw OptionError("--compensation", is: compensation, expected: "0 to 1")
    }
    guard (90...3600).contains(duration) else {
      throw OptionError("--duration", is: duration, expected: "90 to 3600 seconds")
    }
  }

  func study() throws -> any Study {
    try check()
    var study = RecentreStudy(
      profile: try device.chosen(), worlds: try Self.names(split, "--split").map { try RecentreStudy.World($0) })
    study.participants = participants
    study.draws = try draws()
    (study.compensation, study.seconds, study.rule) = (compensation, duration, try rule())
    study.conditions =
      try condition == "all"
      ? RecentreStudy.Condition.allCases
      : Self.names(condition, "--condition").map { try RecentreStudy.Condition.named($0) }
    if let arms {
      study.arms = try Self.names(arms, "--arms").map { try RecentreStudy.Arm.named($0) }.filter { $0 != .none }
    } else if output.form.details || output.markdown || output.console.json {
      study.arms += RecentreStudy.Arm.pure
    }
    // A condition needs the plain ratio of reading.
    if study.conditions.contains(where: { $0 != .typical }), !study.arms.contains(.reading) {
      study.arms.append(.reading)
    }
    guard !study.arms.isEmpty else {
      let known = RecentreStudy.Arm.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
      throw OptionError("--arms", is: "none", expected: "another arm beside it: \(known)")
    }
    return study
  }

  private func rule() throws -> ScrollRule {
    guard let rule = ScrollRule(rawValue: trigger), [.edge, .confirm].contains(rule) else {
      throw OptionError("--trigger", is: trigger, expected: "edge or confirm")
    }
    return rule
  }

  /// The draws: each seed with its phone.
  private func draws() throws -> [RecentreStudy.Draw] {
    let (seeds, phones) = (try Self.numbers(seed, "--seed"), try Self.numbers(phone, "--phone"))
    guard !seeds.isEmpty, Set(seeds).count == seeds.count else {
      throw OptionError("--seed", is: seed, expected: "each seed once")
    }
    guard phones.count == 1 || phones.count == seeds.count else {
      throw OptionError("--phone", is: phone, expected: "one phone, or \(seeds.count), one for each seed")
    }
    return seeds.indices.map { .init(seed: seeds[$0], phone: phones[phones.count == 1 ? 0 : $0]) }
  }

  /// Words between commas, each of them once.
  private static func names(_ list: String, _ option: String) throws -> [String] {
    let names = list.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    guard !names.isEmpty else {
      throw OptionError(option, is: "empty", expected: "names, separated by commas")
    }
    guard Set(names).count == names.count else { throw OptionError(option, is: list, expected: "each name once") }
    return names
  }

  private static func numbers(_ list: String, _ option: String) throws -> [UInt64] {
    // A phone may appear twice, so these numbers are not names.
    try list.split(separator: ",").map { name in
      guard let number = UInt64(name.filter { $0 != " " }) else {
        throw OptionError(option, is: list, expected: "whole numbers, separated by commas")
      }
      return number
    }
  }
}
