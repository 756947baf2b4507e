import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation

struct RecordInfoCommand: ParsableCommand, ReadsFiles {
  static let configuration = CommandConfiguration(
    commandName: "record-info", abstract: "Say what a recording holds, and how good it is.",
    discussion: """
      For gaze it prints header, people, frames, measured rate, gaps, repeats, losses, blinks (both lids beyond 0.5), \
      targets, intents, truth, and what is wrong with the recording. For another rig it prints header, people, \
      samples, measured rate, gaps, and the known share of each field. A gap is a step of more than 1.5 times the \
      median step. A file with an invalid line is described up to that line, and the exit code is 2; a file that ends \
      in the middle of its last line is used up to there.
      """)

  @Argument(help: "The recording; - is stdin.", completion: Completions.recordings)
  var recording: String

  @OptionGroup var console: OutputOptions

  var inputs: [String] { [recording] }

  func run() throws {
    let file = try RecordingFile(path: recording)
    let rig = try Rigs.of(file.header.rig, path: recording).sample
    if rig is RecordedFrame.Type { try tellGaze(file) } else { try tell(rig, file) }
  }

  private func tell<Sample: RigSample>(_: Sample.Type, _ file: consuming RecordingFile) throws {
    var reader = try SampleReader<Sample>(file)
    var audit = SampleAudit<Sample>()
    var broken: FileError?
    do throws(FileError) {
      while let sample = try reader.next() { audit.step(sample) }
    } catch {
      broken = error
    }
    let quality = audit.finish()
    try show(reader.header, quality, RecordingCounts(quality), faults: [], broken: broken, isCutOff: reader.isCutOff)
  }

  private func tellGaze(_ file: consuming RecordingFile) throws {
    var reader = try RecordingReader(file)
    var audit = GazeFileFaults()
    var broken: FileError?
    do throws(FileError) {
      while let frame = try reader.next() { audit.step(frame) }
    } catch {
      broken = error
    }
    let quality = audit.quality(rate: reader.header.rate)
    try show(
      reader.header, quality, RecordingCounts(quality), faults: audit.found(quality), broken: broken,
      isCutOff: reader.isCutOff)
  }

  private func show(
    _ header: RecordingHeader, _ quality: some Encodable, _ counts: RecordingCounts, faults: [String],
    broken: FileError?, isCutOff: Bool
  ) throws {
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    let common = FileFaults.Counts(
      people: counts.people, frames: counts.frames, rate: counts.rate, sameTime: counts.sameTime,
      runsBack: counts.runsBack)
    var faults = FileFaults.any(header, common) + faults
    if profile == nil {
      faults.append("the device \"\(header.device)\" is not known: give --profile to commands that use the recording")
    }
    if let broken { faults.append("breaks off: \(broken.description)") }
    if isCutOff { faults.append(FileFaults.cutOff(header)) }
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, quality: quality, faults: faults)
    if console.json { try Console.print(json: info) } else { try Console.print(info.lines(counts)) }
    if let broken { throw broken }
  }
}

/// Counts of any rig's samples, and the rig's own rows of the table.
struct RecordingCounts {
  var people: Int
  var frames: Int
  var seconds: Double
  var rate: Double?
  var gaps: Int
  var missingFrames: Int
  var longestGap: FrameQuality.Gap?
  var sameTime: Int
  var runsBack: Int
  var rows: [(what: String, count: String, note: String)]

  init(_ q: FrameQuality) {
    (people, frames, seconds, rate) = (q.people, q.frames, q.seconds, q.rate)
    (gaps, missingFrames, longestGap) = (q.gaps, q.missingFrames, q.longestGaps.first)
    (sameTime, runsBack, rows) = (q.sameTime, q.runsBack, q.rows)
  }

  init(_ q: SampleQuality) {
    (people, frames, seconds, rate) = (q.people, q.frames, q.seconds, q.rate)
    (gaps, missingFrames, longestGap) = (q.gaps, q.missingFrames, q.longestGaps.first)
    (sameTime, runsBack, rows) = (q.sameTime, q.runsBack, q.rows)
  }
}

/// Summary of a recording's content and quality.
struct RecordingInfo<Quality: Encodable>: Encodable {
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
  /// Identifiers of the person and the session; nil if the header has none.
  let person: String?
  let session: RecordingHeader.Session?
  @ExplicitNull var seed: UInt64?
  @ExplicitNull var phone: UInt64?
  /// Constants of the header; nil if it has no constants.
  let constants: [String: Double]?
  /// Number of the page's lines of text that have a box; nil if no line has one.
  let lineBoxes: Int?
  /// Number of people with a page of their own; nil without such people.
  let pages: Int?
  let quality: Quality
  let assumptions: [String]
  let faults: [String]

  init(
    recording: String, header: RecordingHeader, deviceName: String?, quality: Quality, faults: [String]
  ) {
    self.recording = recording
    self.quality = quality
    self.faults = faults
    self.deviceName = deviceName
    (rig, device, source) = (header.rig, header.device, header.source.rawValue)
    (scenario, preset, loop) = (header.scenario, header.preset, header.loop)
    (orientation, nominalRate) = (header.orientation.rawValue, header.rate)
    points = header.points.map { [$0.x, $0.y] }
    constants = header.constants.isEmpty ? nil : header.constants
    let boxes = header.pages.reduce(header.lines.count) { $0 + $1.lines.count }
    lineBoxes = boxes == 0 ? nil : boxes
    pages = header.pages.isEmpty ? nil : header.pages.count
    (person, session) = (header.person, header.session)
    (participants, seed, phone, assumptions) = (header.participants, header.seed, header.phone, header.assumptions)
  }

  func lines(_ q: RecordingCounts) -> [String] {
    let noun = rig == GazeRig.name ? "frame" : "sample"
    let size = points.map { ", \(NumberText.fixed($0[0], 0)) x \(NumberText.fixed($0[1], 0)) pt" } ?? ""
    let made =
      source == "simulated"
      ? "simulated (\(scenario), preset \(preset ?? "-"), seed \(seed.map(String.init) ?? "-"), "
        + "phone \(phone.map(String.init) ?? "-"), \(loop) loop)"
      : scenario == source ? source : "\(source) (\(scenario))"
    var table = Table(["what", "count", "note"])
    func row(_ what: String, _ count: String, _ note: String = "") { table.add([what, count, note]) }
    row("people", "\(q.people)", person.map { "identifier \($0)" } ?? "")
    if let session {
      row("session", "\(session.identifier)", session.start.map { "from \($0)" } ?? "")
    }
    row("\(noun)s", "\(q.frames)", "\(NumberText.fixed(q.seconds, 2)) s")
    row("rate", "\(NumberText.fixed(q.rate, 2)) Hz", "nominal \(NumberText.fixed(nominalRate, 2)) Hz")
    let longest = q.longestGap.map {
      "longest \(NumberText.fixed($0.seconds * 1000, 0)) ms, at \(NumberText.fixed($0.after, 2)) s"
    }
    row("gaps", "\(q.gaps)", q.gaps > 0 ? "\(NumberText.count(q.missingFrames, noun)) missing, \(longest ?? "")" : "")
    for own in q.rows { row(own.what, own.count, own.note) }
    if let lineBoxes {
      let people = pages.map { "on \(NumberText.count($0, "page")), one a person; they " } ?? ""
      row("line boxes", "\(lineBoxes)", people + "hold for the whole recording")
    }
    for (name, value) in (constants ?? [:]).sorted(by: { $0.key < $1.key }) {
      row(
        TerminalText.line(name[...]), NumberText.fixed(value, NumberText.decimals(value)),
        "holds for the whole recording")
    }
    var lines = Wrapping.lines(
      "\(recording): \(made), \(deviceName ?? device), \(orientation)\(size), \(rig): "
        + [RecordedPeople.Person].summary(people: q.people, sessions: q.people), indent: 0, width: 80)
    lines += [""] + table.lines
    lines.append("")
    let doctor = rig == GazeRig.name ? "; 'gazesim doctor' checks gaze and targets" : ""
    lines +=
      faults.isEmpty
      ? ["nothing wrong was found in the \(noun)s\(doctor)"]
      : faults.map { "wrong: \($0)" }
    return lines + assumptions.map { "assumed: \($0)" }
  }
}

extension FrameQuality {
  fileprivate var rows: [(what: String, count: String, note: String)] {
    [
      (
        "frames without a \(hasNoFaces == true ? "gaze" : "face")", "\(lostFrames)",
        NumberText.count(losses, "loss", "losses")
      ),
      ("data loss", NumberText.percent(dataLoss), ""),
      ("repeats", "\(repeatedFrames)", "poses as in the frame before; \(sameTime) at its time"),
      ("blinks", "\(blinks)", ""),
      ("targets", "\(targets)", NumberText.count(targetFrames, "frame")),
      ("intents to scroll", "\(intents)", "known in \(NumberText.count(intentFrames, "frame"))"),
      ("truth", truthFrames == 0 ? "none" : "\(truthFrames)", truthFrames == 0 ? "" : "frames"),
      (
        "facial coefficients", blendShapeFrames == 0 ? "none" : "\(blendShapeFrames)",
        blendShapeFrames == 0 ? "" : "frames"
      ),
      ("distance, median", distance.map { "\(NumberText.fixed($0 * 1000, 0)) mm" } ?? "-", ""),
    ] + (app.map(Self.rows) ?? [])
  }

  /// Rows for the app's own drawing and actions; empty if there were no such frames.
  private static func rows(_ app: App) -> [(what: String, count: String, note: String)] {
    let frames = { (count: Int) in "known in \(NumberText.count(count, "frame"))" }
    return [
      ("pointer", app.pointerFrames, "\(app.pointerFrames)", "frames in which the app drew one"),
      ("scrolls", app.scrollFrames, "\(app.scrolls)", "of the app; " + frames(app.scrollFrames)),
      ("taps", app.taps, "\(app.taps)", "on the screen"),
      ("dots", app.dotFrames, "\(app.dots)", "for recentring; " + NumberText.count(app.dotFrames, "frame")),
      ("page offset", app.pageFrames, "\(app.pageFrames)", "frames"),
    ].filter { $0.1 > 0 }.map { ($0.0, $0.2, $0.3) }
  }
}

extension SampleQuality {
  fileprivate var rows: [(what: String, count: String, note: String)] {
    [
      ("interval, median", interval.map { "\(NumberText.fixed($0 * 1000, 2)) ms" } ?? "-", ""),
      ("same time", "\(sameTime)", "samples at the same time as the one before"),
      ("truth", truthFrames == 0 ? "none" : "\(truthFrames)", truthFrames == 0 ? "" : "samples"),
    ] + fields.map { ($0.key, NumberText.percent($0.known), "known") }
  }
}
