import ArgumentParser
import Evaluate
import GazePipeline
import GazeRecording

struct RecordInfoCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "record-info", abstract: "Say what a recording holds, and how good it is.",
    discussion: """
      Header, people, frames, measured rate, gaps, repeats, losses, blinks (both lids beyond 0.5), targets, intents, truth, and \
      what is wrong with it. A gap is a step of more than one and a half of the median one. A file that is wrong somewhere is \
      described up to there, and the exit code is 2; one that ends in the middle of its last line is used up to there.
      """)

  @Argument(help: "The recording; - is stdin.")
  var recording: String

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] }

  func run() throws {
    var reader = try RecordingReader(path: recording)
    var audit = FrameAudit()
    var lids = 0
    var broken: FileError?
    do throws(FileError) {
      while let frame = try reader.next() {
        audit.step(frame.observation, hasTruth: frame.truth != nil)
        let blink = frame.observation.frame.blink
        if blink.min() < -0.01 || blink.max() > 1.01 { lids += 1 }
      }
    } catch {
      broken = error
    }
    let header = reader.header
    let quality = audit.finish(rate: header.rate)
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    var faults = Self.faults(header, quality, lids: lids)
    if audit.transposed > 0 {
      faults.append(
        "\(Format.count(audit.transposed, "matrix", "matrices")) with the translation where rows have it: read by rows, they need columns"
      )
    }
    if profile == nil {
      faults.append("the device \"\(header.device)\" is none that is known: give --profile where it is used")
    }
    if let broken { faults.append("breaks off: \(broken.description)") }
    if reader.isCutOff {
      faults.append(
        "ends in the middle of a frame, as a recording does whose app was killed: those before it are whole")
    }
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, quality: quality, faults: faults)
    if console.json { try Console.print(json: info) } else { try Console.print(info.lines) }
    if let broken { throw broken }
  }

  private static func faults(_ header: RecordingHeader, _ quality: FrameQuality, lids: Int) -> [String] {
    var faults: [String] = []
    if quality.frames == 0 { faults.append("holds no frame") }
    if quality.runsBack > 0 {
      faults.append(
        "time runs back \(quality.runsBack == 1 ? "once" : "\(quality.runsBack) times"): whatever works with durations refuses it; sort the frames by time"
      )
    }
    if quality.sameTime > 0 {
      faults.append("\(Format.count(quality.sameTime, "frame")) at the time of the one before")
    }
    if let rate = quality.rate, abs(rate - header.rate) > 0.05 * header.rate {
      faults.append("frames come at \(Format.number(rate, 2)) Hz, the header says \(Format.number(header.rate, 2)) Hz")
    }
    if quality.unusableFrames > 0 {
      faults.append(
        "\(Format.count(quality.unusableFrames, "frame")) with a face whose pose, or both of whose eyes, are no rigid transform"
      )
    }
    if lids > 0 {
      faults.append("\(Format.count(lids, "frame")) with lids that are neither open (0) nor closed (1) nor between")
    }
    if quality.frames > 0, quality.people < header.participants {
      faults.append("\(quality.people) of the header's \(Format.count(header.participants, "participant")) have frames")
    }
    return faults
  }
}

/// What a recording holds.
private struct RecordingInfo: Encodable {
  let schema = "gazesim.record-info"
  let version = 1
  let recording: String
  let rig: String
  let device: String
  @ExplicitNull var deviceName: String?
  let source: String
  let scenario: String
  @ExplicitNull var preset: String?
  let loop: String
  let orientation: String
  @ExplicitNull var points: [Double]?
  let nominalRate: Double
  let participants: Int
  @ExplicitNull var seed: UInt64?
  @ExplicitNull var phone: UInt64?
  let quality: FrameQuality
  let assumptions: [String]
  let faults: [String]

  init(
    recording: String, header: RecordingHeader, deviceName: String?, quality: FrameQuality, faults: [String]
  ) {
    self.recording = recording
    self.quality = quality
    self.faults = faults
    self.deviceName = deviceName
    (rig, device, source) = (header.rig, header.device, header.source.rawValue)
    (scenario, preset, loop) = (header.scenario, header.preset, header.loop)
    (orientation, nominalRate) = (header.orientation.rawValue, header.rate)
    points = header.points.map { [$0.x, $0.y] }
    (participants, seed, phone, assumptions) = (header.participants, header.seed, header.phone, header.assumptions)
  }

  var lines: [String] {
    let q = quality
    let size = points.map { ", \(Format.number($0[0], 0)) x \(Format.number($0[1], 0)) pt" } ?? ""
    let made =
      source == "simulated"
      ? "simulated (\(scenario), preset \(preset ?? "-"), seed \(seed.map(String.init) ?? "-"), phone \(phone.map(String.init) ?? "-"), \(loop) loop)"
      : "recorded (\(scenario))"
    var table = TextTable(["what", "count", "note"])
    func row(_ what: String, _ count: String, _ note: String = "") { table.add([what, count, note]) }
    row("people", "\(q.people)")
    row("frames", "\(q.frames)", "\(Format.number(q.seconds, 2)) s")
    row("rate", "\(Format.number(q.rate, 2)) Hz", "nominal \(Format.number(nominalRate, 2)) Hz")
    let longest = q.longestGaps.first.map {
      "longest \(Format.number($0.seconds * 1000, 0)) ms, at \(Format.number($0.after, 2)) s"
    }
    row("gaps", "\(q.gaps)", q.gaps > 0 ? "\(Format.count(q.missingFrames, "frame")) missing, \(longest ?? "")" : "")
    row("frames without a face", "\(q.lostFrames)", Format.count(q.losses, "loss", "losses"))
    row("data loss", Format.percent(q.dataLoss))
    row("repeats", "\(q.repeatedFrames)", "poses of the frame before; \(q.sameTime) at its very time")
    row("blinks", "\(q.blinks)")
    row("targets", "\(q.targets)", Format.count(q.targetFrames, "frame"))
    row("wishes to scroll", "\(q.intents)", "known in \(Format.count(q.intentFrames, "frame"))")
    row("truth", q.truthFrames == 0 ? "none" : "\(q.truthFrames)", q.truthFrames == 0 ? "" : "frames")
    row(
      "facial coefficients", q.blendShapeFrames == 0 ? "none" : "\(q.blendShapeFrames)",
      q.blendShapeFrames == 0 ? "" : "frames")
    row("distance, median", q.distance.map { "\(Format.number($0 * 1000, 0)) mm" } ?? "-")
    var lines = [
      "\(recording): \(made), \(deviceName ?? device), \(orientation)\(size), \(rig)", "",
    ]
    lines += table.lines
    lines.append("")
    lines += faults.isEmpty ? ["nothing wrong was found"] : faults.map { "wrong: \($0)" }
    return lines + assumptions.map { "assumed: \($0)" }
  }
}
