import ArgumentParser
import Evaluate
import GazeRecording

struct CorrectnessCommand: StudySubcommand {
  static let configuration = CommandConfiguration(
    CorrectnessStudy.self,
    discussion: """
      Mistakes that gates on simulated people do not catch are planted into 'standard', and correct pipelines are run, \
      too. Each seed draws other movements of gaze, head and phone. A mistake that changes nothing must be reported as \
      "no effect".
      """)

  @Option(help: "Devices, separated by commas.")
  var devices = CorrectnessStudy.defaultDevices.joined(separator: ", ")

  @Option(help: "Seeds for each correct pipeline.")
  var seeds = 500

  @Option(help: "Seeds for each mistake.")
  var faultSeeds = 10

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @OptionGroup var output: StudyOutputOptions

  var inputs: [String] { DeviceOptions.ownFolders }

  func study() throws -> any Study {
    for (name, count) in [("--seeds", seeds), ("--fault-seeds", faultSeeds)] {
      guard (1...100_000).contains(count) else { throw OptionError(name, is: count, expected: "1 to 100000") }
    }
    guard seed <= UInt64(Int.max) else { throw OptionError("--seed", is: seed, expected: "0 to \(Int.max)") }
    let library = try DeviceOptions.library(file: nil)
    let chosen = try devices.split(separator: ",").map { try library.profile(id: $0.filter { $0 != " " }) }
    guard !chosen.isEmpty else { throw ValidationError("--devices needs at least one device.") }
    var study = CorrectnessStudy(devices: chosen, library: library.profiles)
    (study.rightSeeds, study.faultSeeds, study.seed) = (seeds, faultSeeds, seed)
    return study
  }
}
