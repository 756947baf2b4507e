import ArgumentParser
import Evaluate
import GazeSimulation
import GazeTesting

struct ConfirmStudyCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    ConfirmStudy.self,
    discussion: """
      edge: today's rule, the gaze alone. confirm: the gaze arms a wide zone and raised brows scroll. sign: brows \
      scroll down and puckered lips up, wherever the gaze is; each of the two also occurs unasked, and calm halves \
      that rate, so that both together occur as often as the one of confirm. below: a zone off the screen, and \
      people who were asked to look there. Each moves the page of people who read, and is judged on stare, too. \
      Recentring: x the middle of the lines read, dot x and one dot, tap15 x and a tap each 15 s, reading the lines \
      themselves; all but none use what an app that shows text knows. The figures are averages over places of the \
      gaze of 0.95 to 1.12 of the screen's height; a second table limits the intent to 0.8 to 4 s. sign.miss is set \
      on other people so that the detector detects the requested share of signs; the share that it detected is \
      printed. In a closed loop task.intentTime has no effect and task.patience limits an intent. --set \
      behaviour.compensation=0.5 shows people the pointer and the armed zone.
      """)

  @OptionGroup var device: DeviceOptions
  @OptionGroup var person: PersonOptions

  @Option(help: "Number of people.")
  var participants = 100

  @Option(help: "Share of deliberate signs that the detector detects, of people who can make them.")
  var detection = 0.8

  @Flag(help: "Add F1 over the size of signs and the rate of spontaneous raises, and the break-even with edge.")
  var map = false

  @Flag(help: "Only run what the bars compare: edge, confirm, sign, and sign calm.")
  var bars = false

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + person.inputs }

  func study() throws -> any Study {
    guard detection > 0, detection <= 1 else {
      throw OptionError("--detection", is: detection, expected: "more than 0, at most 1")
    }
    guard (1...100_000).contains(participants) else {
      throw OptionError("--participants", is: participants, expected: "1 to 100000")
    }
    let profile = try device.chosen()
    let simulation: Simulation = try person.simulation(NominalPhone(profile), .reading, participants: participants)
    var study = ConfirmStudy(profile: profile, simulation: simulation)
    (study.detection, study.hasMap, study.hasOnlyBars) = (detection, map, bars)
    return study
  }
}
