import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

struct ReplayCommand: AsyncParsableCommand, ReproducibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a recording through the pipelines.",
    discussion: """
      Writes the page of 'gazesim evaluate RECORDING -o PAGE.html', which plays a gaze recording in a browser: page, \
      pointer, target and scrolls along time, and the directions of both eyes, with the 2018 article's angles beside \
      the correct ones. The page of another rig's recording has figures and pictures alone.

      With --json it prints a line of JSON for each frame when the frame is due, and a report as the last line; --fast \
      does not wait. --fast alone prints a summary: frames, duration, data loss and blinks (both lids beyond 0.5; \
      `characterize` counts partial ones, too), the error of the article's angles, and for each pipeline how far its \
      pointer moved and the scrolls that it would have made.
      """)

  @Argument(
    help: "The recording; - is stdin. Without one, --fast and --json play a simulated person of another rig than gaze.",
    completion: Completions.recordings)
  var file: String?

  @OptionGroup var device: DeviceOptions

  @Option(
    help: """
      One pipeline, or recorded: the pointer that the recording's app drew. Default: standard on the page, else the \
      project's and the article's.
      """, completion: Completions.pipelines)
  var pipeline: String?

  @Option(help: "A calibration file.", completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(
    name: .shortAndLong,
    help: "The page. Default: the recording's name with the ending html, in this folder; with --open a temporary file.",
    completion: .file(extensions: ["html"]))
  var output: String?

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var opening: OpenOption

  @Flag(help: "Do not wait between frames; without --json, print the summary.")
  var fast = false

  @Option(help: "With --json: how many times faster than recorded.")
  var speed = 1.0

  @Flag(help: "With --json: begin again at the end.")
  var loop = false

  @Option(
    help: """
      Axes of the eyes' angles: world (as in the article) or camera (as seen from the phone, however it leans).
      """)
  var axes = LineOfSight.Axes.world.rawValue

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [file, calibration].compactMap(\.self) + device.inputs }
  var isQuiet: Bool { console.quiet }

  /// True if a page is written.
  private var isPage: Bool { !fast && !console.json }

  func validate() throws {
    if file == nil, isPage || device.rig ?? GazeRig.name == GazeRig.name {
      throw ValidationError("Missing expected argument '<recording>'; 'gazesim generate' makes one.")
    }
    if loop, !console.json { throw OptionError("--loop", message: "would never end; it needs --json") }
    if !isPage, output != nil || opening.open {
      throw OptionError(
        output == nil ? "--open" : "--output", message: "needs a page; leave \(fast ? "--fast" : "--json") out")
    }
    try OptionError.check("--speed", speed, in: 0.001...1000, expected: "0.001 to 1000")
  }

  /// The recording's path.
  var recording: String { file ?? "-" }

  func run() async throws {
    let rig = try device.chosenRig(file.map { [$0] } ?? [])
    _ = try chosenAxes()
    if isPage {
      try await writePage()
    } else if rig.accepts("axes") {
      try replayGaze()
    } else {
      try replay(rig)
    }
  }

  private func chosenAxes() throws -> LineOfSight.Axes {
    try .named(axes, kind: "axes", help: "replay")
  }

  private func replay<R: Rig>(_: R.Type) throws { try RigReplay<R>(self).run() }

  /// Writes the page of an evaluation of the recording.
  private func writePage() async throws {
    console.remarkIgnored(["speed", "axes"], since: "the page has controls of its own, and the camera's axes")
    let given = Invocation.current.dropping("--speed").dropping("--axes").words.dropFirst()
    let words = (output == nil && !opening.open ? ["-o", page()] : []) + given
    if let output, !output.lowercased().hasSuffix(".html") {
      throw OptionError("--output", message: "is \(output); a replay is a page: expected a name that ends with .html")
    }
    let evaluate = try EvaluateCommand.parse(words)
    do {
      try await Invocation.$current.withValue(Invocation(["evaluate"] + words)) { try await evaluate.run() }
    } catch var fault as FileError where fault.field == "target" {
      fault.message += "; a replay with --fast or --json needs no targets"
      throw fault
    }
  }

  /// The page's usual path: the recording's name with another ending, in this folder.
  private func page() -> String {
    guard recording != "-" else { return "replay.html" }
    var name = URL(fileURLWithPath: recording)
    if name.pathExtension.lowercased() == "gz" { name = name.deletingPathExtension() }
    return name.deletingPathExtension().lastPathComponent + ".html"
  }

  private func replayGaze() throws {
    if fast { console.remarkIgnored(["speed"], since: "--fast does not wait") }
    if loop, !RecordingInput.isRereadable(recording) {
      throw OptionError("--loop", message: "needs a file: \(recording) cannot be read a second time")
    }
    let axes = try chosenAxes()
    // The calibration file is read only once, even if the replay repeats, since the file may change and remarks must
    // appear only once.
    let pipelines = try pipeline.map { [try GazeRig.pipeline(named: $0)] } ?? GazeRig.projectPipelines
    var reader = try RecordingReader(path: recording, ordered: true)
    let profile = try RecordingInput.profile(reader.header, device, path: recording)
    let file = try CalibrationInput.read(
      GazeRig.self, calibration, for: reader.header, profile, allowSimulated: allowSimulated)
    let lines = console.json ? ReplayLines() : nil
    var pace = pace
    while true {
      var replay = Replay(
        header: reader.header, profile: profile, calibration: file, pipelines: pipelines, axes: axes)
      while let frame = try reader.next() {
        let moment = replay.step(frame.observation)
        guard let lines else { continue }
        pace?.wait(until: moment.seconds)
        guard try lines.write(line: moment.line) else { return }
      }
      let report = replay.finish()
      if let fault = report.fault { throw FileError(path: recording, field: "pointer", message: fault) }
      guard let lines else { return try Console.print(report.document) }
      guard try lines.write(report) else { return }
      // A recording without frames is not repeated, since the loop would never pause.
      guard loop, report.frames > 0 else { break }
      reader = try RecordingReader(path: recording, ordered: true)
      pace?.restart()
    }
    guard let pace, !console.quiet else { return }
    Console.note("kept time: no frame came more than \(NumberText.fixed(pace.latest / .milliseconds(1), 1)) ms late")
  }

  /// The pace of the frames; nil if they do not wait.
  var pace: ReplayPace? {
    guard !fast else { return nil }
    let clock = ContinuousClock()
    let start = clock.now
    return ReplayPace(speed: speed) {
      start.duration(to: clock.now)
    } sleep: { time in
      let (seconds, attoseconds) = time.components
      var left = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      var rest = timespec()
      // A signal shortens a wait, which then goes on with what is left.
      while nanosleep(&left, &rest) != 0, errno == EINTR { left = rest }
    }
  }
}
