import ArgumentParser
import Evaluate
import Foundation
import GazePipeline
import GazeRecording

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Run the pipelines over a recording and say what they did.",
    discussion: """
      Prints frames, duration, data loss and blinks (both lids beyond 0.5; `characterize` counts the partial ones too), and for each pipeline how far its pointer moved about and the \
      scrolls that it would have made. Without --fast it takes as long as the recording did, divided by --speed.
      """)

  @Argument(help: "The recording; - is stdin.")
  var recording: String

  @OptionGroup var device: DeviceOptions

  @Option(help: "One pipeline. Default: all.")
  var pipeline: String?

  @Option(help: "A calibration file.")
  var calibration: String?

  @Flag(help: "Apply a calibration that was fitted to simulated data to a recorded take.")
  var allowSimulated = false

  @Option(help: "How many times faster than recorded.")
  var speed = 1.0

  @Flag(help: "Without waiting.")
  var fast = false

  @OptionGroup var console: OutputOptions

  func validate() throws {
    guard speed >= 0.001, speed <= 1000 else { throw OptionError("--speed", is: speed, expected: "0.001 to 1000") }
  }

  func run() throws {
    let pipelines = try pipeline.map { [try PipelineName.named($0)] } ?? PipelineName.own
    var reader = try RecordingReader(path: recording, ordered: true)
    let profile = try RecordingInput.profile(reader.header, device, path: recording)
    let file = try calibration.map {
      try CalibrationInput.read($0, for: reader.header, profile, allowSimulated: allowSimulated)
    }
    var replay = Replay(header: reader.header, profile: profile, calibration: file ?? nil, pipelines: pipelines)
    var pace = Pace(speed: speed)
    while let frame = try reader.next() {
      if !fast { pace.wait(until: frame.observation.frame.time) }
      replay.step(frame.observation)
    }
    let report = replay.finish()
    if console.json { try Console.print(json: report) } else { try Console.print(Self.lines(report)) }
  }

  private static func lines(_ report: Replay.Report) -> [String] {
    var lines = [
      """
      \(report.source) take for \(report.device): \(Format.count(report.frames, "frame")), \(Format.number(report.seconds, 2)) s, \
      \(Format.number(report.rate, 1)) Hz nominal, data loss \(Format.percent(report.dataLoss)), \
      \(Format.count(report.blinks, "blink")) by lids beyond 0.5 \
      (\(Format.number(report.blinksPerMinute, 1)) a minute)
      """
    ]
    lines += report.assumptions.map { "assumed: \($0)" }
    var table = TextTable(["pipeline", "scrolls", "up", "down", "points", "a minute", "held", "on screen"])
    for p in report.pipelines {
      table.add([
        p.pipeline, "\(p.scrolls)", "\(p.up)", "\(p.down)", Format.number(p.pointsScrolled, 0),
        Format.number(p.scrollsPerMinute, 1), Format.percent(p.heldShare), Format.percent(p.onScreenShare),
      ])
    }
    return lines + [""] + table.lines
  }
}

/// Keeps a recording's own time: a frame is let through when as much time has passed as between it and the first.
private struct Pace {
  /// A longer pause between two frames is not waited for, seconds: a stranger's times may lie years apart.
  static let longestPause = 60.0
  let speed: Double
  private var start: (clock: ContinuousClock.Instant, time: Double)?
  private var last = 0.0

  init(speed: Double) { self.speed = speed }

  mutating func wait(until time: Double) {
    let clock = ContinuousClock()
    defer { last = time }
    guard let start, time >= last, time - last <= Self.longestPause else {
      // The first frame, another person's, or one after a long pause.
      self.start = (clock.now, time)
      return
    }
    let due = start.clock.advanced(by: .seconds((time - start.time) / speed))
    let left = clock.now.duration(to: due)
    if left > .zero {
      Thread.sleep(forTimeInterval: Double(left.components.seconds) + Double(left.components.attoseconds) * 1e-18)
    }
  }
}
