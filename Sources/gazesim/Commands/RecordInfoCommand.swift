import ArgumentParser
import Documents
import Evaluate
import GazePipeline
import GazeRecording
import GazeSimulation
import Inspection

struct RecordInfoCommand: ParsableCommand, InputReadingCommand {
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
    guard rig is RecordedFrame.Type else { return try tell(rig, file) }
    var audit = GazeFileFaults()
    let end = try read(file) { audit.step($0) }
    let quality = audit.quality(rate: end.header.rate)
    try show(quality, quality, quality.rows, faults: audit.found(quality), end)
  }

  private func tell<Sample: RigSample>(_: Sample.Type, _ file: consuming RecordingFile) throws {
    var audit = SampleAudit<Sample>()
    let end = try read(file) { audit.step($0) }
    let quality = audit.finish()
    try show(audit.common, quality, quality.rows, faults: [], end)
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

  private func show(
    _ counts: FrameQuality, _ quality: some Encodable, _ rows: [[String]], faults: [String], _ end: End
  ) throws {
    let header = end.header
    let profile = try? DeviceOptions.library(file: nil).profile(id: header.device)
    let others = [
      profile == nil
        ? "the device \"\(header.device)\" is not known: give --profile to commands that use the recording" : nil,
      end.broken.map { "breaks off: \($0.description)" }, end.isCutOff ? FileFaults.cutOff(header) : nil,
    ].compactMap(\.self)
    let info = RecordingInfo(
      recording: recording, header: header, deviceName: profile?.name, counts: counts, rows: rows, quality: quality,
      faults: FileFaults.any(header, counts) + faults + others)
    try console.print(info.fields, info.document)
    if let broken = end.broken { throw broken }
  }
}

/// Summary of a recording's content and quality.
private struct RecordingInfo {
  let recording: String
  let header: RecordingHeader
  let deviceName: String?
  let counts: FrameQuality
  /// The rig's own rows of the table.
  let rows: [[String]]
  let quality: any Encodable
  let faults: [String]

  /// Number of the page's lines of text that have a box.
  private var lineBoxes: Int { header.pages.reduce(header.lines.count) { $0 + $1.lines.count } }

  var fields: JSONFields {
    [
      "schema": "gazesim.record-info", "version": 1, "recording": recording, "rig": header.rig,
      "device": header.device, "deviceName": ExplicitNull(wrappedValue: deviceName), "source": header.source.rawValue,
      "scenario": header.scenario, "preset": ExplicitNull(wrappedValue: header.preset), "loop": header.loop,
      "orientation": header.orientation.rawValue,
      "points": ExplicitNull(wrappedValue: header.points.map { [$0.x, $0.y] }), "nominalRate": header.rate,
      "participants": header.participants, "person": header.person, "session": header.session,
      "seed": ExplicitNull(wrappedValue: header.seed), "phone": ExplicitNull(wrappedValue: header.phone),
      "constants": header.constants.nonEmpty, "lineBoxes": lineBoxes == 0 ? nil : lineBoxes,
      "pages": header.pages.isEmpty ? nil : header.pages.count, "quality": quality, "assumptions": header.assumptions,
      "faults": faults,
    ]
  }

  var document: Document {
    let noun = header.row
    let size = header.points.map { ", \(NumberText.fixed($0.x, 0)) x \(NumberText.fixed($0.y, 0)) pt" } ?? ""
    let (source, scenario) = (header.source.rawValue, header.scenario)
    let made =
      header.source == .simulated
      ? """
      simulated (\(scenario), preset \(header.preset ?? "-"), seed \(header.seed.map(String.init) ?? "-"), \
      phone \(header.phone.map(String.init) ?? "-"), \(header.loop) loop)
      """
      : scenario == source ? source : "\(source) (\(scenario))"
    var document = Document(
      "\(recording): \(made), \(deviceName ?? header.device), \(header.orientation.rawValue)\(size), \(header.rig): "
        + [RecordedPeople.Person].summary(people: counts.people, sessions: counts.people))
    document.addDetail(table(noun))
    document.addGap()
    for fault in faults { document.addDetail("wrong: \(fault)") }
    if faults.isEmpty {
      let doctor = header.rig == GazeRig.name ? "; 'gazesim doctor' checks gaze and targets" : ""
      document.addDetail("nothing wrong was found in the \(noun)s\(doctor)")
    }
    for assumption in header.assumptions { document.addDetail("assumed: \(assumption)") }
    return document
  }

  private func table(_ noun: String) -> Table {
    var table = Table(["what", "count", "note"])
    table.add(["people", "\(counts.people)", header.person.map { "identifier \($0)" } ?? ""])
    if let session = header.session {
      table.add(["session", session.identifier, session.start.map { "from \($0)" } ?? ""])
    }
    table.add(["\(noun)s", "\(counts.frames)", "\(NumberText.fixed(counts.seconds, 2)) s"])
    table.add([
      "rate", "\(NumberText.fixed(counts.rate, 2)) Hz", "nominal \(NumberText.fixed(header.rate, 2)) Hz",
    ])
    let longest = counts.longestGaps.first.map {
      "longest \(NumberText.fixed($0.seconds * 1000, 0)) ms, at \(NumberText.fixed($0.after, 2)) s"
    }
    let missing = "\(NumberText.count(counts.missingFrames, noun)) missing, \(longest ?? "")"
    table.add(["gaps", "\(counts.gaps)", counts.gaps > 0 ? missing : ""])
    for row in rows { table.add(row) }
    if lineBoxes > 0 {
      let pages = header.pages.isEmpty ? "" : "on \(NumberText.count(header.pages.count, "page")), one a person; they "
      table.add(["line boxes", "\(lineBoxes)", pages + "hold for the whole recording"])
    }
    for (name, value) in header.constants.sorted(by: { $0.key < $1.key }) {
      table.add([name, NumberText.fixed(value, NumberText.decimals(value)), "holds for the whole recording"])
    }
    return table
  }
}

/// A count with its noun, or `none`.
private func known(_ count: Int, _ noun: String) -> [String] { count == 0 ? ["none"] : ["\(count)", noun] }

extension FrameQuality {
  fileprivate var rows: [[String]] {
    [
      [
        "frames without a \(hasNoFaces == true ? "gaze" : "face")", "\(lostFrames)",
        NumberText.count(losses, "loss", "losses"),
      ],
      ["data loss", NumberText.percent(dataLoss)],
      ["repeats", "\(repeatedFrames)", "poses as in the frame before; \(sameTime) at its time"],
      ["blinks", "\(blinks)"], ["targets", "\(targets)", NumberText.count(targetFrames, "frame")],
      ["intents to scroll", "\(intents)", "known in \(NumberText.count(intentFrames, "frame"))"],
      ["truth"] + known(truthFrames, "frames"), ["facial coefficients"] + known(blendShapeFrames, "frames"),
      ["distance, median", distance.map { "\(NumberText.fixed($0 * 1000, 0)) mm" } ?? "-"],
    ] + (app.map(Self.rows) ?? [])
  }

  /// Rows for the app's own drawing and actions; empty if there were no such frames.
  private static func rows(_ app: App) -> [[String]] {
    [
      (app.pointerFrames, "pointer", app.pointerFrames, "frames in which the app drew one"),
      (app.scrollFrames, "scrolls", app.scrolls, "of the app; known in \(NumberText.count(app.scrollFrames, "frame"))"),
      (app.taps, "taps", app.taps, "on the screen"),
      (app.dotFrames, "dots", app.dots, "for recentring; \(NumberText.count(app.dotFrames, "frame"))"),
      (app.pageFrames, "page offset", app.pageFrames, "frames"),
    ].filter { $0.0 > 0 }.map { [$0.1, "\($0.2)", $0.3] }
  }
}

extension SampleQuality {
  fileprivate var rows: [[String]] {
    [
      ["interval, median", interval.map { "\(NumberText.fixed($0 * 1000, 2)) ms" } ?? "-"],
      ["same time", "\(sameTime)", "samples at the same time as the one before"],
      ["truth"] + known(truthFrames, "samples"),
    ] + fields.map { [$0.key, NumberText.percent($0.known), "known"] }
  }
}
