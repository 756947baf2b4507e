import GazePipeline
public import GazeRecording

/// Conversion of another program's file into a recording. The file is read once or more to learn its contents, then
/// once more, frame by frame, to write it.
///
///     let job = RecordingImport(path: "take.csv", format: .livelink, options: options)
///     let plan = try job.plan()
///     let quality = try job.write(plan, to: "take.jsonl").quality
///
/// Every importer of faces is an `ImportSource`: it gives frames on the file's own clock, and sentences on the data
/// that the file does not contain. One survey counts and judges the contents for all formats: a file with faults that
/// would spoil the recording is refused unless `options.mends` is true. Head motion is read as a whole, and corrected
/// while it is read (`HeadMotionImport`).
public struct RecordingImport: Sendable {
  private let path: String
  private let format: ImportFormat
  private let options: ImportOptions

  /// Creates an import; it reads nothing yet.
  public init(path: String, format: ImportFormat, options: ImportOptions) {
    self.path = path
    self.format = format
    self.options = options
  }

  /// Returns the model identifier (`iPad8,1`) in a file or in the `take.json` beside it; nil if neither has one.
  public static func deviceModel(
    path: String, format: ImportFormat, take: String? = nil
  ) throws(FileError) -> String? {
    switch format {
    case .livelink: try LiveLinkTake.found(for: path, named: take).0?.deviceModel
    case .scanpath: try ScanPathPoints.model(path: path)
    case .lineofsight, .table, .headmotion: nil
    }
  }

  /// Paths of further files that an import reads if they are there: `take.json` and `video_metadata.json` in the folder
  /// of a Live Link Face table.
  package static func filesBeside(path: String, format: ImportFormat, take: String?) -> [String] {
    format == .livelink ? LiveLinkTake.found(beside: path, named: take) : []
  }

  /// Reads the file and decides how it is converted.
  ///
  /// - Throws: at the first row that cannot be read; and an error with all findings if faults would spoil the recording
  ///   and `options.mends` is false.
  public func plan() throws(FileError) -> ImportPlan {
    try options.check(path)
    if format == .headmotion {
      let head = try HeadMotionImport(path: path, angles: options.angles, time: options.time)
      return ImportPlan(head, options: options)
    }
    guard path != "-" else {
      throw FileError(
        path: "standard input",
        message: "a \(format.rawValue) file is read twice, so it cannot come from a pipe; give a file")
    }
    var reading = ImportReading()
    reading.time = options.time ?? .seconds
    reading.angle = options.angles ?? .radians
    reading.length = options.lengths ?? .metres
    reading.layout = options.matrices ?? .columns
    var mended: [ImportFinding] = []
    // After the first reading, times, matrices, lengths, angles and points may each need another one.
    for _ in 0..<6 {
      var source = try open(reading)
      let survey = try ImportSurvey(&source)
      let judgement = ImportJudgement(survey, reading: reading, options: options)
      let spoiling = judgement.findings.filter { $0.remedy != nil }
      guard options.mends || spoiling.isEmpty else {
        let sentences = spoiling.map(\.sentence).joined(separator: "; ")
        let remedies = spoiling.compactMap(\.remedy).joined(separator: " and ")
        throw FileError(
          path: path, line: spoiling.lazy.compactMap(\.line).first,
          message: "\(sentences). " + Wording.of(command: "--mend", app: "The option to mend it") + " \(remedies)")
      }
      // Takes and order are judged in the last reading, units in the reading in which a wrong unit is found.
      let units = spoiling.filter { $0.kind != .takes && $0.kind != .disorder }
      mended += units.map(mended(_:))
      if judgement.reading == reading {
        let last = judgement.findings.filter { !units.contains($0) }
        return try plan(survey, judgement, findings: mended + (options.mends ? last.map(mended(_:)) : last))
      }
      reading = judgement.reading
    }
    throw FileError(path: path, message: "contradicts itself: no reading of its units and orders fits all of it")
  }

  /// The plan after the last reading, whose units and orders fit the whole file.
  private func plan(
    _ survey: ImportSurvey, _ judgement: ImportJudgement, findings: [ImportFinding]
  ) throws(FileError) -> ImportPlan {
    for finding in judgement.findings {
      if let demand = finding.demand { throw FileError(path: path, message: finding.sentence + "; " + demand) }
    }
    var findings = findings
    let unusable = survey.audit.finish().unusableFrames
    if unusable > 0 {
      findings.append(
        ImportFinding(
          .noRotation, in: Occurrences(count: unusable),
          """
          in \(unusable) frames the pose of the face, or of both eyes, is not a rigid transform: no pipeline can use it
          """))
    }
    if let rate = survey.facts.nominalRate, let step = survey.audit.usualStep, abs(1 / step - rate) > 0.02 * rate {
      findings.append(
        ImportFinding(
          .take, in: Occurrences(count: 1),
          "video_metadata.json says \(rate) Hz, the rows come at \(NumberText.general(1 / step, 3)) Hz"))
    }
    guard survey.frames > 0 else { throw FileError(path: path, message: "holds no frame; nothing was written") }
    var plan = ImportPlan(survey, judgement, findings: findings + survey.facts.doubts, options: options)
    // If takes are mixed or rows are out of order, the steps between rows do not give the rate.
    if plan.splits || plan.sorts, let quality = try? run(plan, { _ in }).quality { plan.measure(quality) }
    return plan
  }

  /// Writes the recording; the file appears at its path when it is complete.
  ///
  /// - Returns: the quality of the frames, nil for a recording without faces; and the numbers of frames that were left
  ///   out.
  public func write(
    _ plan: ImportPlan, to output: String, force: Bool = false
  ) throws -> (quality: FrameQuality?, droppedDuplicates: Int, unplaced: Int) {
    if let head = plan.head {
      var writer = try SampleWriter<RecordedHead>(path: output, force: force, header: plan.header)
      for sample in head.samples { try writer.write(sample) }
      try writer.close()
      return (nil, 0, 0)
    }
    var writer = try RecordingWriter(path: output, force: force, header: plan.header)
    let result = try run(plan) { try writer.write($0) }
    try writer.close()
    return (result.quality, result.droppedDuplicates, result.unplaced)
  }

  /// Calls `body` with every frame of the recording, and returns the quality of the frames.
  ///
  /// - Throws: the errors of `body`, and `FileError` if a frame is out of order by more than 16,384 frames or the
  ///   format has no faces.
  public func run(
    _ plan: ImportPlan, _ body: (RecordedFrame) throws -> Void
  ) throws -> (quality: FrameQuality, droppedDuplicates: Int, unplaced: Int) {
    var source = try open(plan.reading)
    var writer = ImportWriter(plan: plan)
    var order = plan.sorts ? FrameOrder() : nil
    var pending = try source.next()
    while let frame = pending {
      pending = try source.next()
      if order == nil {
        try writer.write(frame, next: pending, path, body)
      } else if let earliest = order?.push(frame) {
        try writer.write(earliest, next: nil, path, body)
      }
    }
    while let earliest = order?.pop() { try writer.write(earliest, next: nil, path, body) }
    return (writer.audit.finish(rate: plan.header.rate), writer.dropped, writer.unplaced)
  }

  private func open(_ reading: ImportReading) throws(FileError) -> any ImportSource & ~Copyable {
    switch format {
    case .livelink: try LiveLinkRows(path: path, options: options, reading: reading)
    case .lineofsight: try LineOfSightUnits(path: path, options: options, reading: reading)
    case .scanpath: try ScanPathPoints(path: path, options: options, reading: reading)
    case .table: try PoseTableRows(path: path, options: options, reading: reading)
    case .headmotion:
      throw FileError(path: path, message: "is head motion and has no faces; expected a file with faces")
    }
  }

  // MARK: Findings

  private func mended(_ finding: ImportFinding) -> ImportFinding {
    var finding = finding
    finding.mended = finding.remedy ?? (finding.kind == .duplicates ? "repeats are left out" : nil)
    return finding
  }
}

/// Assigns participants and times to the frames of a plan, and counts the frames.
private struct ImportWriter {
  let plan: ImportPlan
  var audit = FrameAudit()
  var dropped = 0
  var unplaced = 0
  var tracks: [TakeKey: TakeTracks] = [:]
  var last: [Int: (time: Double, digest: UInt64?)] = [:]

  mutating func write(
    _ frame: ImportedFrame, next: ImportedFrame?, _ path: String, _ body: (RecordedFrame) throws -> Void
  ) throws {
    let (key, time, digest) = (frame.key, frame.time, frame.digest)
    var track: Int? = TakeTracks.whole
    if plan.splits, plan.numbers[key]?[TakeTracks.whole] == nil {
      track = tracks[key, default: TakeTracks()].place(frame, next: next)
    }
    guard let track, let number = plan.numbers[key]?[track] else {
      unplaced += 1
      return
    }
    var observation = frame.observation
    observation.participant = number
    observation.frame.time = time - plan.starts[number]
    // `lookAt` is unknown, because no format contains the point that the eyes look at; a lost face has no data at all.
    observation.frame.lookAt = SIMD3(repeating: .nan)
    if !observation.frame.isTracked { observation.frame.blink = SIMD2(repeating: .nan) }
    if let last = last[number] {
      guard time >= last.time else {
        throw FileError(
          path: path, line: frame.line,
          message: "is out of order by more than \(FrameOrder.window) frames; sort the file by time first")
      }
      if plan.dropsDuplicates, time == last.time, digest == last.digest {
        dropped += 1
        return
      }
    }
    last[number] = (time, digest)
    audit.step(observation)
    try body(RecordedFrame(observation: observation))
  }
}
