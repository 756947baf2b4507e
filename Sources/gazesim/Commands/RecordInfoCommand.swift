import ArgumentParser
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
    var audit = SampleAudit<Sample>()
    let end = try read(file) { audit.step($0) as Void }
    try show(audit.finish(), faults: [], end)
  }

  private func tellGaze(_ file: consuming RecordingFile) throws {
    var audit = GazeFileFaults()
    let end = try read(file) { audit.step($0) as Void }
    let quality = audit.quality(rate: end.header.rate)
    try show(quality, faults: audit.found(quality), end)
  }

  /// The header, and the fault at which the samples end.
  private typealias End = (header: RecordingHeader, broken: FileError?, isCutOff: Bool)

  private func read<Sample: RigSample>(
    _ file: consuming RecordingFile, _ step: (Sample) -> Void
  ) throws -> End {
    var reader = try SampleReader<Sample>(file)
    var broken: FileError?
    do throws(FileError) {
      while let sample = try reader.next() { step(sample) }
    } catch {
      broken = error
    }
    return (reader.header, broken, reader.isCutOff)
  }

  private func show(_ quality: some RecordingContents, faults: [String], _ end: End) throws {
    let header = end.header
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    var faults = FileFaults.any(header, quality) + faults
    if profile == nil {
      faults.append("the device \"\(header.device)\" is not known: give --profile to commands that use the recording")
    }
    if let broken = end.broken { faults.append("breaks off: \(broken.description)") }
    if end.isCutOff { faults.append(FileFaults.cutOff(header)) }
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, quality: quality, faults: faults)
    try console.print(info, info.document)
    if let broken = end.broken { throw broken }
  }
}

/// Counts of a recording, with the rig's own rows of the table.
private protocol RecordingContents: RecordingCounts {
  var rows: [(what: String, count: String, note: String)] { get }
}

/// Summary of a recording's content and quality.
private struct RecordingInfo<Quality: RecordingContents>: Encodable {
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

  var document: Document {
    let noun = rig == GazeRig.name ? "frame" : "sample"
    let size = points.map { ", \(NumberText.fixed($0[0], 0)) x \(NumberText.fixed($0[1], 0)) pt" } ?? ""
    let made =
      source == "simulated"
      ? "simulated (\(scenario), preset \(preset ?? "-"), seed \(seed.map(String.init) ?? "-"), "
        + "phone \(phone.map(String.init) ?? "-"), \(loop) loop)"
      : scenario == source ? source : "\(source) (\(scenario))"
    var document = Document(
      "\(recording): \(made), \(deviceName ?? device), \(orientation)\(size), \(rig): "
        + [RecordedPeople.Person].summary(people: quality.people, sessions: quality.people))
    document.addDetail(table(noun))
    document.addGap()
    for fault in faults { document.addDetail("wrong: \(fault)") }
    if faults.isEmpty {
      let doctor = rig == GazeRig.name ? "; 'gazesim doctor' checks gaze and targets" : ""
      document.addDetail("nothing wrong was found in the \(noun)s\(doctor)")
    }
    for assumption in assumptions { document.addDetail("assumed: \(assumption)") }
    return document
  }

  private func table(_ noun: String) -> Table {
    var table = Table(["what", "count", "note"])
    func row(_ what: String, _ count: String, _ note: String = "") { table.add([what, count, note]) }
    row("people", "\(quality.people)", person.map { "identifier \($0)" } ?? "")
    if let session { row("session", session.identifier, session.start.map { "from \($0)" } ?? "") }
    row("\(noun)s", "\(quality.frames)", "\(NumberText.fixed(quality.seconds, 2)) s")
    row("rate", "\(NumberText.fixed(quality.rate, 2)) Hz", "nominal \(NumberText.fixed(nominalRate, 2)) Hz")
    let longest = quality.longestGaps.first.map {
      "longest \(NumberText.fixed($0.seconds * 1000, 0)) ms, at \(NumberText.fixed($0.after, 2)) s"
    }
    let missing = "\(NumberText.count(quality.missingFrames, noun)) missing, \(longest ?? "")"
    row("gaps", "\(quality.gaps)", quality.gaps > 0 ? missing : "")
    for own in quality.rows { row(own.what, own.count, own.note) }
    if let lineBoxes {
      let people = pages.map { "on \(NumberText.count($0, "page")), one a person; they " } ?? ""
      row("line boxes", "\(lineBoxes)", people + "hold for the whole recording")
    }
    for (name, value) in (constants ?? [:]).sorted(by: { $0.key < $1.key }) {
      row(name, NumberText.fixed(value, NumberText.decimals(value)), "holds for the whole recording")
    }
    return table
  }
}

extension FrameQuality: RecordingContents {
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

extension SampleQuality: RecordingContents {
  fileprivate var rows: [(what: String, count: String, note: String)] {
    [
      ("interval, median", interval.map { "\(NumberText.fixed($0 * 1000, 2)) ms" } ?? "-", ""),
      ("same time", "\(sameTime)", "samples at the same time as the one before"),
      ("truth", truthFrames == 0 ? "none" : "\(truthFrames)", truthFrames == 0 ? "" : "samples"),
    ] + fields.map { ($0.key, NumberText.percent($0.known), "known") }
  }
}
