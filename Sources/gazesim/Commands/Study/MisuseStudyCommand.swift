import ArgumentParser
import Evaluate
import GazeRecording
import GazeSimulation

struct MisuseStudyCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    MisuseStudy.self,
    discussion: """
      By default the tracker has no error, so that any offset that recentring assumes is wrong. People look off in \
      four directions, with and without text, or read the left or the right column of the page. Arms as in 'gazesim \
      study recentre': x, dot, tap15, reading. Nobody taps or sees a dot while they look off, so dot and tap15 are run \
      on columns, in a closed loop. People compensate only where they look in order to scroll, so not while they look \
      off. The bar: reading shifts the pointer by less than 10 pt in each axis, for everybody.
      """)

  @OptionGroup var device: DeviceOptions

  @Option(help: "Number of people in each way.")
  var participants = 20

  @Option(help: "Seed that draws the people.")
  var seed: UInt64 = 1

  @Option(help: "The errors of people and tracker: a preset's name or file.", completion: Completions.presets)
  var preset = GazePreset.ideal.name

  @Option(help: "Duration of a take, seconds, 30 to 3600.")
  var duration = 600.0

  @Option(help: "Share of the visible pointer's error that people compensate, 0 to 1. With 0 no pointer is visible.")
  var compensation = 0.0

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { device.inputs + [preset].filter { GazePreset.isPath($0) } }

  func study() throws -> any Study {
    guard (1...100_000).contains(participants) else {
      throw OptionError("--participants", is: participants, expected: "1 to 100000")
    }
    guard (0...1).contains(compensation) else {
      throw OptionError("--compensation", is: compensation, expected: "0 to 1")
    }
    guard (30...3600).contains(duration) else {
      throw OptionError("--duration", is: duration, expected: "30 to 3600 seconds")
    }
    var study = MisuseStudy(profile: try device.chosen())
    (study.participants, study.seed, study.seconds) = (participants, seed, duration)
    (study.compensation, study.preset) = (compensation, try GazePreset.load(preset))
    return study
  }
}
