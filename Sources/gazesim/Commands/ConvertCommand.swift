import ArgumentParser
import GazeRecording

struct ConvertCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in another format, or stripped of truth and facial coefficients.",
    discussion: """
      Formats: jsonl, npy (numpy.load), csv (pandas.read_csv with comment="#"); .jsonl.gz and .csv.gz are compressed. What \
      is read is recognised by its content, what is written by the path's ending. Nothing is lost on the way: jsonl to npy \
      to csv to jsonl gives the same bytes. Keys that gazesim does not know are left out.
      """)

  @Argument(help: "The recording; - is stdin (not for .npy).")
  var recording: String

  @Option(name: .shortAndLong, help: "The recording to write; - is stdout (not for .npy).")
  var output: String

  @Option(help: "The format to write: jsonl, npy, csv. Default: by the path's ending.")
  var format: String?

  @Flag(
    help: """
      Leave out the truth and what it could be made again from, facial coefficients, what is known of the people, and the \
      time of day. What stays: poses, lids, the point looked at, targets, intents.
      """)
  var strip = false

  @Option(help: "A recording whose header this one gets: for a .npy or .csv that NumPy or pandas wrote back without.")
  var header: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] + (header.map { [$0] } ?? []) }

  func run() throws {
    let format = try format.map { try RecordingFormat.named($0) }
    let given = try header.map { try RecordingReader(path: $0).header }
    var reader = try RecordingReader(path: recording, header: given)
    var stripping = StrippedRecording(reader.header)
    let header = strip ? stripping.header : reader.header
    var writer = try RecordingWriter(path: output, force: force, header: header, format: format)
    var frames = 0
    while let frame = try reader.next() {
      try writer.write(strip ? stripping.frame(frame) : frame)
      frames += 1
    }
    try writer.close()
    let summary = ConvertSummary(
      input: recording, path: output, from: reader.format.rawValue,
      format: (format ?? RecordingFormat(path: output)).rawValue, frames: frames, participants: header.participants,
      stripped: strip ? stripping.removed : nil)
    if output == "-" {
      if !console.quiet { summary.lines.forEach(Console.note) }
    } else if console.json {
      try Console.print(json: summary)
    } else if !console.quiet {
      try Console.print(summary.lines)
    }
  }
}

extension RecordingFormat {
  /// The format with this name.
  static func named(_ name: String) throws -> RecordingFormat {
    if let format = RecordingFormat(rawValue: name) { return format }
    throw UnknownName(kind: "format", name: name, among: allCases.map(\.rawValue))
  }
}

/// What was written.
private struct ConvertSummary: Encodable {
  let input: String
  let path: String
  let from: String
  let format: String
  let frames: Int
  let participants: Int
  /// nil where nothing was to be stripped.
  let stripped: [String]?

  var lines: [String] {
    let people = Format.count(participants, "person", "people")
    let line = "wrote \(path == "-" ? "stdout" : path): \(frames) frames, \(people), \(from) to \(format)"
    guard let stripped else { return [line] }
    let rest = stripped.map { "stripped: \($0)" }
    return [line] + (rest.isEmpty ? ["stripped: nothing, there was nothing to strip"] : rest)
  }
}
