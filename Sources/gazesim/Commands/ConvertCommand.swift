import ArgumentParser
import GazePipeline
import Evaluate
import GazeRecording

struct ConvertCommand: ParsableCommand, InputReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in another format, or stripped of truth and facial coefficients.",
    usage: "gazesim convert <recording> --output <output> [<options>]",
    discussion: """
      Formats: jsonl, npy (numpy.load), csv (pandas.read_csv with comment="#"); .jsonl.gz and .csv.gz are compressed. \
      The format of the input is recognised by its content, that of the output by the path's ending. Nothing is lost: \
      jsonl to npy to csv to jsonl gives the same bytes. Keys that gazesim does not know are left out. The rig \
      (\(Rigs.names)) is the recording's.
      """)

  @Argument(help: "The recording; - is stdin (not for .npy).", completion: Completions.recordings)
  var recording: String

  @Option(name: .shortAndLong, help: "The recording to write; - is stdout (not for .npy).")
  var output: String

  @Option(help: "The format to write: jsonl, npy, csv. Default: from the path's ending.")
  var format: String?

  @Flag(
    help: """
      Leave out the truth and the seeds that could reproduce it, the facial coefficients, what is known of the people, \
      and the time of day. A gaze recording keeps poses, lids, the point looked at, targets and intents; a recording \
      of another rig keeps everything but the truth.
      """)
  var strip = false

  @Option(
    help: """
      Identifier of the person, written into the header: one without meaning, the same in all of the person's \
      recordings.
      """)
  var person: String?

  @Option(help: "Identifier of the person's session, written into the header.")
  var session: String?

  @Option(help: "Start of the session, such as 2026-03-01T09:30:00Z. Needs --session.")
  var sessionStart: String?

  @Option(help: "A recording to take the header from: for a .npy or .csv that NumPy or pandas wrote without one.")
  var header: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] + (header.map { [$0] } ?? []) }

  func validate() throws {
    if sessionStart != nil, session == nil { throw ValidationError("--session-start needs --session.") }
    let faults = [
      ("--person", person.flatMap(RecordingHeader.fault(inIdentifier:))),
      ("--session", session.flatMap(RecordingHeader.fault(inIdentifier:))),
      ("--session-start", sessionStart.flatMap(RecordingHeader.fault(inStart:))),
    ]
    for case (let option, let fault?) in faults { throw OptionError(option, message: fault) }
  }

  func run() throws {
    let stated = try header.map { try RecordingHeader(path: $0) }
    let file = try RecordingFile(path: recording, header: stated)
    let samples = try Rigs.of(file.header.rig, path: recording).sample
    try convert(samples, file)
  }

  private func convert<Sample: RigSample>(_: Sample.Type, _ file: consuming RecordingFile) throws {
    let format = try format.map { try RecordingFormat.named($0, kind: "format") }
    var reader = try SampleReader<Sample>(file)
    var stripping = StrippedSamples<Sample>(reader.header)
    var header = strip ? stripping.header : reader.header
    if let person { header.person = person }
    if let session { header.session = RecordingHeader.Session(identifier: session, start: sessionStart) }
    var writer = try SampleWriter<Sample>(path: output, force: force, header: header, format: format)
    var frames = 0
    while let sample = try reader.next() {
      do {
        try writer.write(strip ? stripping.sample(sample) : sample)
      } catch let fault as SampleError {
        throw FileError(path: recording, field: fault.field, message: "without its truth: \(fault.message)")
      }
      frames += 1
    }
    try writer.close()
    let (people, from) = (header.participants, reader.format.rawValue)
    let written = (format ?? RecordingFormat(path: output)).rawValue
    // The stripped parts; nil without --strip.
    let stripped = strip ? stripping.removed : nil
    let summary: JSONFields = [
      "input": recording, "path": output, "from": from, "format": written, "frames": frames, "participants": people,
      "person": header.person, "session": header.session, "stripped": stripped,
    ]
    let counts =
      "\(NumberText.count(frames, header.row)), "
      + [RecordedPeople.Person].summary(people: people, sessions: people)
    let line = "wrote \(output == "-" ? "stdout" : output): \(counts), \(from) to \(written)"
    let parts = stripped?.isEmpty == true ? ["nothing, there was nothing to strip"] : stripped ?? []
    try console.say(summary, [line] + parts.map { "stripped: \($0)" }, writtenTo: output)
  }
}
