import ArgumentParser
import Documents
import Evaluate
import GazeRecording
import GazeSimulation
import Inspection
import PortableFoundation

struct CharacterizeCommand: AsyncParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "characterize", abstract: "Measure the tracker from a recording, and make a preset of the result.",
    usage: "gazesim characterize <recordings> ... [<options>]",
    discussion: """
      Sampling, losses, duplicates, blinks and how the two eyes move together are measured from any recording. Noise, \
      slow drift, bias and gain need fixations on known targets; without targets the noise is an upper bound, since it \
      includes head sway and small saccades. Each figure has a 95 % interval and names the data that it rests on. \
      Recordings of CalibrationPlan.drift (dots at 0, 1, 3 and 10 minutes of reading) also give slow drift within a \
      session and, with the same person's second session, the SD between sessions. \
      Import a Live Link Face CSV with 'gazesim import' first.
      """)

  @Argument(help: "Recordings, each a column of the first table; - is stdin.", completion: Completions.recordings)
  var recordings: [String]

  @OptionGroup var device: DeviceOptions

  @Option(
    name: .shortAndLong,
    help: "A preset file to write, for --preset: the first recording's, with the drift of all; - is stdout.")
  var output: String?

  @Option(help: "The preset's name. Default: the file's, without its ending.")
  var name: String?

  @Option(help: "The built-in preset to take the constants from that the recording does not show.")
  var base = "typical"

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var form: DetailsOption
  @OptionGroup var console: OutputOptions
  @OptionGroup var jobs: JobsOptions

  var inputs: [String] { recordings + device.inputs }

  func validate() throws {
    if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("stdin can be read once.") }
  }

  func run() async throws {
    try device.checkGaze()
    let base = try GazePreset.named(base)
    let presetName = try presetName()
    let progress = Progress("characterize", quiet: console.quiet)
    let device = device
    let run = CharacteriseRun(paths: recordings, base: base) { header, path in
      try RecordingInput.profile(header, device, path: path)
    }
    let report = try await run.report(jobs: jobs.count) { progress.show($0) }
    progress.finish()
    if let output, let presetName, let recording = report.recordings.first {
      guard report.recordings.count == 1 || report.overTime != nil else {
        throw ValidationError("-o makes a preset of one recording, or of several with dots at several visits.")
      }
      let preset = recording.preset(name: presetName, base: base, overTime: report.overTime)
      guard !preset.values.isEmpty else {
        throw FileError(path: recording.path, message: "shows no constant of a preset: \(recording.missing)")
      }
      try preset.write(to: output, force: force)
      if output == "-" { return }
    }
    try form.print(report, console) { _ in report.document(written: console.quiet ? nil : output) }
  }

  /// Name of the preset, checked before the computation; nil if no preset is written.
  private func presetName() throws -> String? {
    if let name, let fault = PresetFile.fault(inName: name) { throw OptionError("--name", message: fault) }
    guard let output else { return nil }
    if let name { return name }
    if output == "-" { return "characterised" }
    let stem = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent
    guard let fault = PresetFile.fault(inName: stem) else { return stem }
    throw OptionError("-o \(output)", message: "the preset's name \(fault), or give one with --name")
  }
}
