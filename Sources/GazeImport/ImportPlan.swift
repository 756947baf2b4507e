import GazePipeline
public import GazeRecording

/// Decisions about the conversion of a foreign file into a recording.
public struct ImportPlan: Sendable {
  /// The recording's first line.
  public private(set) var header: RecordingHeader
  /// All findings, corrected or not.
  public let findings: [ImportFinding]
  /// Sentences that state which properties of the file were recognised.
  public let remarks: [String]
  /// Head motion that becomes the recording; nil for a format with faces, whose file is read again.
  package let head: HeadMotionImport?
  let reading: ImportReading
  /// True if the points of a table of gaze are read as shares of the screen.
  package var areShares: Bool { reading.points.size == SIMD2(1, 1) }
  let splits: Bool
  let sorts: Bool
  let dropsDuplicates: Bool
  /// For each take of the file, the participant number of each track; there is one track, `TakeTracks.whole`,
  /// unless takes are separated.
  let numbers: [TakeKey: [Int: Int]]
  /// For each participant, the time on the file's clock that becomes 0 in the recording.
  let starts: [Double]

  /// Creates the plan for head motion, which was corrected while it was read.
  init(_ head: HeadMotionImport, options: ImportOptions) {
    header = RecordingHeader(
      device: options.device, rate: head.rate, scenario: "recorded", participants: 1, source: .recorded)
    header.rig = RecordedHead.rig
    header.assumptions = head.remarks
    if options.deviceIsAssumed {
      header.assumptions.append(
        "The file names no phone: \(options.device) is assumed; the head's turns do not depend on it.")
    }
    self.head = head
    findings = []
    remarks = head.remarks
    reading = ImportReading()
    (splits, sorts, dropsDuplicates) = (false, false, false)
    (numbers, starts) = ([:], [0])
  }

  init(
    _ survey: ImportSurvey, _ judgement: ImportJudgement, findings: [ImportFinding], options: ImportOptions
  ) {
    head = nil
    reading = judgement.reading
    splits = judgement.hasTakes && options.mends
    sorts = judgement.isDisordered && options.mends
    dropsDuplicates = options.mends
    (numbers, starts) = Self.participants(survey, splits: splits)
    header = Self.header(survey, participants: starts.count, options)
    header.assumptions += findings.compactMap { finding in
      finding.mended.map { "Mended: \(finding.sentence); \($0)." }
    }
    self.findings = findings
    remarks = survey.facts.remarks
  }

  /// Participant numbers of each take's tracks, and the time that becomes 0 for each participant.
  private static func participants(
    _ survey: ImportSurvey, splits: Bool
  ) -> (numbers: [TakeKey: [Int: Int]], starts: [Double]) {
    var (numbers, starts): ([TakeKey: [Int: Int]], [Double]) = ([:], [])
    for (key, sequence) in survey.sequences.sorted(by: { $0.key < $1.key }) {
      let takes = splits ? sequence.takes : []
      if takes.isEmpty {
        numbers[key] = [TakeTracks.whole: starts.count]
        starts.append(sequence.earliest)
      }
      for take in takes {
        numbers[key, default: [:]][take] = starts.count
        starts.append(sequence.tracks.tracks[take].first)
      }
    }
    return (numbers, starts)
  }

  /// Header from the facts of a survey, with the assumptions on device and rate.
  private static func header(
    _ survey: ImportSurvey, participants: Int, _ options: ImportOptions
  ) -> RecordingHeader {
    let measured = survey.audit.usualStep.flatMap { $0 >= 1e-4 ? (100 / $0).rounded() / 100 : nil }
    var header = RecordingHeader(
      device: options.device, rate: measured.flatMap { (1...1000).contains($0) ? $0 : nil } ?? 60, scenario: "recorded",
      participants: max(participants, 1), source: .recorded)
    header.assumptions = survey.facts.assumptions
    header.eyeDistance = survey.facts.eyeDistance
    if options.deviceIsAssumed {
      header.assumptions.append(
        "The device is not in the file: \(options.device) is assumed, with its screen and camera.")
    }
    if measured == nil {
      header.assumptions.append("The rate cannot be measured on these rows: 60 Hz is assumed.")
    } else if header.rate != measured {
      header.assumptions.append("The rate measured is not a camera's: 60 Hz is assumed.")
    }
    header.orientation = survey.facts.orientation
    header.points = survey.facts.points ?? options.screen.points
    return header
  }

  /// Sets the rate from the corrected frames.
  mutating func measure(_ quality: FrameQuality) {
    if let rate = quality.rate, (1...1000).contains(rate) { header.rate = rate }
  }
}
