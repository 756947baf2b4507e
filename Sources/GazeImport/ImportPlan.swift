import GazePipeline
public import GazeRecording

/// What a survey decided: how a foreign file becomes a recording.
public struct ImportPlan: Sendable {
  /// The recording's first line.
  public private(set) var header: RecordingHeader
  /// What was found, mended or not.
  public let findings: [ImportFinding]
  /// What was recognised, in sentences.
  public let remarks: [String]
  let reading: ImportReading
  let splits: Bool
  let sorts: Bool
  let dropsDuplicates: Bool
  /// For each take of the file, the participant that each track becomes; without splitting there is one track.
  let numbers: [TakeKey: [Int: Int]]
  /// For each participant the time that becomes 0.
  let starts: [Double]

  init(
    _ survey: ImportSurvey, _ judgement: ImportJudgement, findings: [ImportFinding], options: ImportOptions
  ) {
    reading = judgement.reading
    splits = judgement.hasTakes && options.mends
    sorts = judgement.isDisordered && options.mends
    dropsDuplicates = options.mends
    var (numbers, starts): ([TakeKey: [Int: Int]], [Double]) = ([:], [])
    for key in survey.tracks.keys.sorted() {
      guard let tracks = survey.tracks[key] else { continue }
      let takes = splits ? survey.takes(key) : []
      if takes.isEmpty {
        numbers[key] = [-1: starts.count]
        starts.append(survey.earliest[key] ?? 0)
      } else {
        for take in takes {
          numbers[key, default: [:]][take] = starts.count
          starts.append(tracks.tracks[take].first)
        }
      }
    }
    (self.numbers, self.starts) = (numbers, starts)
    let measured = survey.audit.usualStep.flatMap { $0 >= 1e-4 ? (100 / $0).rounded() / 100 : nil }
    var header = RecordingHeader(
      device: options.device, rate: measured.flatMap { (1...1000).contains($0) ? $0 : nil } ?? 60, scenario: "recorded",
      participants: max(starts.count, 1), source: .recorded)
    header.assumptions = survey.facts.assumptions
    if options.deviceIsAssumed {
      header.assumptions.append(
        "The device is not in the file: \(options.device) is assumed, with its screen and camera.")
    }
    if measured == nil {
      header.assumptions.append("The rate cannot be measured on these rows: 60 Hz is assumed.")
    } else if header.rate != measured {
      header.assumptions.append("The rate measured is none of a camera: 60 Hz is assumed.")
    }
    header.assumptions += findings.compactMap { finding in finding.mended.map { "Mended: \(finding.sentence); \($0)." }
    }
    header.orientation = survey.facts.orientation
    header.points = survey.facts.points ?? options.screen.points
    self.header = header
    self.findings = findings
    remarks = survey.facts.remarks
  }

  /// Takes the rate over from frames that were mended.
  mutating func measure(_ quality: FrameQuality) {
    if let rate = quality.rate, (1...1000).contains(rate) { header.rate = rate }
  }
}
