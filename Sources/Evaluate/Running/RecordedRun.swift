package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

/// One pipeline on recordings: against truth where the simulator left it, else against what the app showed or stated.
///
/// The headers say who is the same person in several recordings (`RecordedPeople`).
package struct RecordedRun<R: Rig>: Sendable {
  package let profile: DeviceProfile
  let pipeline: Pipeline<R>
  package let calibration: CalibrationFile?
  /// What an app with a pointer knows of a person; no other rig looks at it.
  package var options: PointerOptions
  /// Keep what an HTML page replays and draws along time.
  package var recordsTracks = false
  /// What the figures are about to be held against: pipelines that do not look go along, and must not keep it.
  package var limits: [AccuracyGate] = []
  /// What the pipeline says of its own mapping, for a gate's correctness stage, which is simulated.
  package var claims: PointerClaims?

  /// What each recording says of itself.
  private(set) var headers: [RecordingHeader] = []
  /// By the numbers of `roster`: in each recording the pipeline's person, then those of pipelines that do not look.
  private(set) var takes: [Int: [(kind: TakeKind, people: [R.Person])]] = [:]
  /// What the pointer was compared with, of each recording with samples.
  private(set) var references: [ErrorReference] = []
  /// Recordings with a simulator's truth in at least one sample.
  private(set) var truths = 0
  private(set) var roster = RecordedPeople()
  private(set) var tapes: [Int: TrackTape] = [:]

  /// A run at its start.
  package init(
    profile: DeviceProfile, pipeline: Pipeline<R> = R.standard, calibration: CalibrationFile? = nil,
    options: PointerOptions = PointerOptions()
  ) {
    self.profile = profile
    self.pipeline = pipeline
    self.calibration = calibration
    self.options = options
  }

  /// Takes a recording in.
  ///
  /// - Throws: where it cannot be read, where no trial can work with it, and where the header's rate is not that of the
  ///   frames, by which data loss and lag are measured.
  package mutating func add(_ reader: consuming SampleReader<R.Sample>, path: String = "") throws(FileError) {
    let header = reader.header
    try R.check(setup(header), path: path)
    var (roster, tapes) = (roster, tapes)
    roster.begin(header, path: path)
    headers.append(header)
    var take = RecordedTake<R>(reader)
    var reference = ErrorReference.target
    let people = try Feed.people(
      &take, number: { roster.number(of: $0.participant) },
      trials: { sample, number in
        if references.count < headers.count {
          reference = sample.hasTruth ? .truth : .target
          references.append(reference)
        }
        var setup = setup(header, number, roster.identifier(of: number))
        setup.reference = reference
        return [pipeline.trial(setup, participant: number)] + R.dummies(limits, setup, participant: number)
      },
      watching: recordsTracks ? { R.draw($0, $2[0], of: $1, header, on: &tapes) } : nil)
    if take.hasTruth { truths += 1 }
    for (number, results) in people {
      if let first = results.first { try R.check(first, rate: header.rate, path: path) }
      takes[number, default: []].append((results.first.map(R.kind) ?? .all, results))
    }
    (self.roster, self.tapes) = (roster, tapes)
    closeTapes()
    complete(header)
  }

  /// What only the header of a simulated recording knows of its people.
  private mutating func complete(_ header: RecordingHeader) {
    for person in header.truth?.people ?? [] {
      guard let number = roster.number(of: person.participant, in: headers.count - 1),
        let last = takes[number]?.indices.last
      else { continue }
      for place in takes[number]?[last].people.indices ?? 0..<0 {
        takes[number]?[last].people[place].complete(person)
      }
    }
  }

  private mutating func closeTapes() {
    for number in tapes.keys where tapes[number]?.isOpen == true { tapes[number]?.end() }
    // Another recording would make the page too large.
    if tapes.values.reduce(0, { $0 + $1.samples }) > TrackPlan.mostSamples { recordsTracks = false }
  }

  /// What the pipeline may know of a recording, and of a person in it.
  func setup(_ header: RecordingHeader, _ number: Int? = nil, _ identifier: String? = nil) -> Setup {
    Setup(
      R.self, profile: profile, header: header, calibration: calibration, options: options,
      participant: number.flatMap { known($0, identifier) })
  }

  /// The number that a person has in the calibration; nil where it knows nobody of that name.
  private func known(_ number: Int, _ identifier: String?) -> Int? {
    calibration?.participant(number, person: identifier)
  }

  /// Whose scrolls moved a recording's page: only where this pipeline's are the recording's own, to the frame, is the loop
  /// closed by it.
  func loop(of header: RecordingHeader) -> String {
    guard header.loop != "open" else { return "open" }
    let isSame =
      header.loop == pipeline.name && (header.personCalibration ?? "none") == "none" && calibration == nil
      && options.smoothing == nil
    guard !isSame else { return header.loop }
    let whose = header.personCalibration == "5" ? ", calibrated to each person" : ""
    return "open-loop replay of a recording closed by \(header.loop)\(whose)"
  }

  /// The first recording's header.
  ///
  /// - Throws: where no recording has a sample.
  func first(_ path: String) throws(FileError) -> RecordingHeader {
    guard let first = headers.first, !takes.isEmpty else {
      throw FileError(path: path, message: "holds no \(headers.first?.row ?? "sample")s; there is nothing to judge")
    }
    return first
  }

  /// How many people have numbers of their own in the calibration.
  func count(_ isOwn: (Int) -> Bool) -> Int {
    takes.keys.count { known($0, roster.identifier(of: $0)).map(isOwn) ?? false }
  }

  /// Everybody as a trial measured them: 0 is the pipeline's.
  func people(_ trial: Int) -> [Measured<R.Person>] {
    takes.sorted { $0.key < $1.key }.compactMap { Measured($0.value.map { ($0.kind, $0.people[trial]) }) }
  }
}

/// What is left of a recording.
package struct RecordedTake<R: MeasuredRig>: ~Copyable, Take {
  private var reader: SampleReader<R.Sample>
  /// What it is of.
  package let header: RecordingHeader
  /// A sample so far held a simulator's truth.
  private(set) var hasTruth = false

  /// A take at its start.
  package init(_ reader: consuming SampleReader<R.Sample>) {
    header = reader.header
    self.reader = reader
  }

  /// Its page has been moved already.
  package var isClosed: Bool { false }

  /// The next sample, nil after the last one.
  package mutating func next() throws(FileError) -> R.Sample? {
    let sample = try reader.next()
    if !hasTruth, let sample, sample.hasTruth { hasTruth = true }
    return sample
  }

  /// Moves nothing.
  package mutating func obey(_ output: R.Output) {}
}
