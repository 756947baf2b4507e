import ArgumentParser
import GazePipeline
import GazeRecording

struct ImportCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a recording of another app's file.",
    discussion: """
      livelink: a CSV of Epic's Live Link Face. It holds eye and (mostly) head rotation but no position: the face is \
      assumed on the camera's axis at --distance. What was assumed is said, and stands in the recording's header.
      """)

  @Argument(help: "The file.")
  var file: String

  @Option(help: "Its format: livelink.")
  var from: String

  @OptionGroup var device: DeviceOptions

  @Option(help: "From the camera to the face, metres.")
  var distance = 0.35

  @Option(name: .shortAndLong, help: "The recording to write; - is stdout.")
  var output: String

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [file] + device.inputs }

  func run() throws {
    guard from == "livelink" else {
      throw UnknownName(kind: "format", name: from, among: ["livelink"], listing: "gazesim import --help")
    }
    let profile = try device.chosen()
    var importer = try LiveLinkImporter(
      path: file, options: LiveLinkImporter.Options(device: profile.id, distance: distance))
    var header = importer.header
    header.points = profile.geometry.points
    var writer = try RecordingWriter(path: output, force: force, header: header)
    while let frame = try importer.next() { try writer.write(frame) }
    try writer.close()
    let summary = ImportSummary(
      path: output, frames: importer.summary.frames, seconds: importer.summary.duration, rate: header.rate,
      lostFrames: importer.summary.lostFrames, gaps: importer.summary.gaps,
      longestGapSeconds: importer.summary.longestGap,
      assumptions: header.assumptions)
    if output == "-" {
      if !console.quiet { summary.lines.forEach(Console.note) }
    } else if console.json {
      try Console.print(json: summary)
    } else if !console.quiet {
      try Console.print(summary.lines)
    }
  }
}

/// What was imported.
private struct ImportSummary: Encodable {
  let path: String
  let frames: Int
  let seconds: Double
  let rate: Double
  let lostFrames: Int
  let gaps: Int
  let longestGapSeconds: Double
  let assumptions: [String]

  var lines: [String] {
    [
      """
      wrote \(path == "-" ? "stdout" : path): \(frames) frames, \(Format.number(seconds, 2)) s, \
      \(Format.number(rate, 2)) Hz, face lost in \(lostFrames), \(Format.count(gaps, "gap")) \
      (longest step \(Format.number(longestGapSeconds * 1000, 0)) ms)
      """
    ] + assumptions.map { "assumed: \($0)" }
  }
}
