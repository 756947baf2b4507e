import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import PortableFoundation

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Play a recording through the pipelines, and report what they did.",
    discussion: """
      On a terminal it plays a gaze recording: the direction of both eyes (the 2018 article's angles beside the \
      correct ones), the pointers on a small phone, scrolls. Keys: space pause, . or → one frame on, , or ← one back, \
      l loop, + - speed, q quit. A recording of another rig is shown as a line of numbers, without keys. Elsewhere it \
      takes as long as the recording, divided by --speed; with --fast it does not wait. With --json it prints a line \
      of JSON for each frame when the frame is due, and the report as the last line.

      It ends with frames, duration, data loss and blinks (both lids beyond 0.5; `characterize` counts partial ones, \
      too), the error of the article's angles, and for each pipeline how far its pointer moved and the scrolls that it \
      would have made.
      """)

  @Argument(
    help: "The recording; - is stdin. Required for gaze; the other rigs play a simulated one by default.",
    completion: Completions.recordings)
  var file: String?

  @OptionGroup var device: DeviceOptions

  @Option(
    help:
      "One pipeline, or recorded: the pointer that the recording's app drew. Default: the project's and the article's.",
    completion: Completions.pipelines)
  var pipeline: String?

  @Option(help: "A calibration file.", completion: Completions.json)
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(help: "How many times faster than recorded.")
  var speed = 1.0

  @Flag(help: "Do not wait between frames.")
  var fast = false

  @Flag(help: "Begin again at the end, on a terminal or with --json.")
  var loop = false

  @Option(
    help: """
      Axes of the eyes' angles: world (as in the article) or camera (as seen from the phone, however it leans).
      """)
  var axes = LineOfSight.Axes.world.rawValue

  @OptionGroup var console: OutputOptions

  func validate() throws {
    if file == nil, device.rig ?? GazeRig.name == GazeRig.name {
      throw ValidationError("Missing expected argument '<recording>'; 'gazesim generate' makes one.")
    }
    guard ReplayControls.speeds.contains(speed) else {
      throw OptionError("--speed", is: speed, expected: "0.001 to 1000")
    }
  }

  /// The recording's path.
  var recording: String { file ?? "-" }

  func run() throws {
    let rig = try device.chosenRig(file.map { [$0] } ?? [])
    if rig.isUsual { try replayGaze() } else { try replay(rig) }
  }

  private func replay<R: Rig>(_: R.Type) throws { try RigReplay<R>(self).run() }

  /// The gaze rig's player.
  private func replayGaze() throws {
    if fast { console.remarkIgnored(["speed"], since: "--fast does not wait") }
    let isPlayed = !console.json && !console.quiet && !fast && ReplayTerminal.isThere
    if loop {
      guard isPlayed || console.json else {
        throw OptionError("--loop", message: "would never end; it needs a terminal or --json")
      }
      guard RecordingInput.isRereadable(recording) else {
        throw OptionError("--loop", message: "needs a file: \(recording) cannot be read a second time")
      }
    }
    guard let axes = LineOfSight.Axes(rawValue: axes) else {
      throw UnknownNameError(
        kind: "axes", name: self.axes, among: LineOfSight.Axes.allCases.map(\.rawValue),
        listing: "gazesim replay --help")
    }
    // The calibration file is read only once, even if the replay repeats, since the file may change and remarks must
    // appear only once.
    let pipelines = try pipeline.map { [try GazeRig.pipeline(named: $0)] } ?? GazeRig.own
    let first = try RecordingReader(path: recording, ordered: true)
    let profile = try RecordingInput.profile(first.header, device, path: recording)
    let file = try CalibrationInput.read(
      GazeRig.self, calibration, for: first.header, profile, allowSimulated: allowSimulated)
    let header = first.header
    func take(_ reader: consuming RecordingReader) -> ReplayTake {
      let replay = Replay(
        header: reader.header, profile: profile, calibration: file, pipelines: pipelines, axes: axes)
      return ReplayTake(reader: reader, replay: replay)
    }
    let opened = take(first)
    if isPlayed {
      try play(opened, header) { take(try RecordingReader(path: recording, ordered: true)) }
    } else if console.json {
      try follow(opened) { take(try RecordingReader(path: recording, ordered: true)) }
    } else {
      var pace = self.pace
      while let moment = try opened.next() {
        if !fast { pace.wait(until: moment.seconds) }
      }
      let report = opened.finish()
      try check(report)
      try Console.print(ReplayText.lines(report))
      remark(pace.latest)
    }
  }

  var pace: ReplayPace {
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

  private func play(
    _ opened: ReplayTake, _ header: RecordingHeader, _ open: @escaping () throws -> ReplayTake
  ) throws {
    let count =
      RecordingInput.isRereadable(recording) ? ReplayCount(try RecordingReader(path: recording, ordered: true)) : nil
    var first: ReplayTake? = opened
    let name = URL(fileURLWithPath: recording).lastPathComponent
    let terminal = try ReplayTerminal()
    defer { TerminalLease.end() }
    var player = try ReplayPlayer(
      on: terminal, title: "\(name)  \(header.device), \(header.source.rawValue)",
      controls: ReplayControls(speed: speed, isLooping: loop), count: count
    ) {
      defer { first = nil }
      return try first ?? open()
    }
    let outcome = try player.play()
    TerminalLease.end()
    if outcome.isWhole { try check(outcome.report) }
    if !outcome.isWhole { Console.note("ended by hand: the report is of the frames up to there") }
    try Console.print(ReplayText.lines(outcome.report))
    remark(outcome.latest, stood: outcome.stood)
  }

  private func follow(_ opened: ReplayTake, _ open: () throws -> ReplayTake) throws {
    var (take, pace) = (opened, self.pace)
    var lines = ReplayLines()
    while true {
      var frames = 0
      while let moment = try take.next() {
        frames += 1
        if !fast { pace.wait(until: moment.seconds) }
        guard try lines.write(moment) else { return }
      }
      let report = take.finish()
      try check(report)
      guard try lines.write(report) else { return }
      // A recording without frames is not repeated, since the loop would never pause.
      guard loop, frames > 0 else { break }
      take = try open()
      pace.restart()
    }
    remark(pace.latest)
  }

  /// Refuses a replay of the recorded pointer if the recording holds none.
  private func check(_ report: Replay.Report) throws(FileError) {
    if let fault = report.fault { throw FileError(path: recording, field: "pointer", message: fault) }
  }

  /// Prints on stderr the largest delay of a frame.
  func remark(_ latest: Duration, stood: Duration = .zero) {
    guard !fast, !console.quiet else { return }
    let standing = stood > .zero ? "; it was interrupted for \(NumberText.fixed(stood / .seconds(1), 1)) s" : ""
    Console.note(
      "kept time: no frame came more than \(NumberText.fixed(latest / .milliseconds(1), 1)) ms late\(standing)")
  }
}
