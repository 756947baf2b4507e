import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

struct CorrectnessCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "correctness", abstract: "Does the correctness stage name mistakes and leave right pipelines alone?",
    discussion: """
      Mistakes that gates on simulated people let pass are planted into 'standard', and pipelines that are right are run, \
      with each seed drawing another way of gaze, head and phone. A mistake that changes nothing must read "no effect".
      """)

  @Option(help: "Devices, with commas.")
  var devices = CorrectnessStudy.defaultDevices.joined(separator: ",")

  @Option(help: "Seeds for each right pipeline.")
  var seeds = 500

  @Option(help: "Seeds for each mistake.")
  var faultSeeds = 10

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  func run() async throws {
    for (name, count) in [("--seeds", seeds), ("--fault-seeds", faultSeeds)] {
      guard (1...100_000).contains(count) else { throw OptionError(name, is: count, expected: "1 to 100000") }
    }
    guard seed <= UInt64(Int.max) else { throw OptionError("--seed", is: seed, expected: "0 to \(Int.max)") }
    let library = try DeviceOptions.library(file: nil)
    let chosen = try devices.split(separator: ",").map { try library.profile(id: String($0)) }
    guard !chosen.isEmpty else { throw ValidationError("--devices needs at least one device.") }
    var study = CorrectnessStudy(devices: chosen, library: library.profiles)
    (study.rightSeeds, study.faultSeeds, study.seed) = (seeds, faultSeeds, seed)
    let progress = Progress("correctness", quiet: console.quiet)
    let report = try await study.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(lines(report)) }
  }

  private func lines(_ r: CorrectnessStudy.Report) -> [String] {
    func distinct(_ all: [String]) -> [String] { all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
    let devices = distinct(r.named.map(\.device))
    var faults = TextTable(["mistake, named at how many of \(r.faultSeeds) seeds"] + devices)
    var said = [String]()
    for fault in distinct(r.named.map(\.fault)) {
      let own = r.named.filter { $0.fault == fault }
      faults.add([fault] + own.map { "\($0.seeds)" })
      said += ["\(fault):"] + Wrapping.lines(own.first?.said ?? "", indent: 2, hanging: 0)
    }
    var rights = TextTable(
      ["right pipeline, blamed at how many of \(r.rightSeeds) seeds"] + devices + ["largest lag, ms"])
    for right in distinct(r.blamed.map(\.pipeline)) {
      let own = r.blamed.filter { $0.pipeline == right }
      rights.add([right] + own.map { "\($0.seeds)" } + [NumberText.fixed(own.map(\.largestLag).max(), 0)])
      if let first = own.first(where: { !$0.said.isEmpty }) {
        said += ["\(right), \(first.device):"] + Wrapping.lines(first.said, indent: 2, hanging: 0)
      }
    }
    return ["error-free simulated gaze, 60 frames a second, seeds from \(r.seed)", ""] + faults.lines + [""]
      + rights.lines
      + ["", "what was said on \(devices.first ?? "") at the first seed"] + said
  }
}
