package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting
package import Inspection

/// One pipeline on recordings, compared with the simulator's truth if a recording contains it; without truth, it is
/// compared with the targets that the app showed or the values that the app stated.
///
/// The headers state who is the same person in several recordings (`RecordedPeople`).
package struct RecordedRun<R: Rig>: Sendable {
  package let profile: DeviceProfile
  var pipeline: Pipeline<R>
  package internal(set) var calibration: CalibrationFile?
  /// Information about a person that an app with a pointer has; no other rig uses it.
  package var options: PointerOptions
  /// True to keep the data that an HTML page replays and draws along time.
  package var recordsTraces = false
  /// The limits by which the metrics will be judged. Pipelines that ignore the eyes are run as well, and must not meet
  /// these limits.
  package var limits: [AccuracyGate] = []
  /// Gain, offset and lag that the pipeline claims for its mapping, for a gate's correctness stage, which is simulated.
  package var claims: PointerClaims?

  /// False if the limits are built in: those that the recordings cannot measure are then left out.
  package var limitsAreWritten = true

  /// True to check each recording with the doctor in the same pass, if the rig has one.
  package var runsDoctor = false
  /// The pipelines that run beside the judged one, on the same samples, for a comparison.
  package var others: [PipelineVariant<R>] = []

  /// The faults that the doctor found, if `runsDoctor`.
  package internal(set) var faults: [RecordingFault] = []
  /// The headers of the recordings.
  private(set) var headers: [RecordingHeader] = []
  /// Takes by the people's numbers in `roster`. Each take contains the results of the judged pipeline first, then those
  /// of `others`, then those of the pipelines that ignore the eyes.
  private(set) var takes: [Int: [(kind: TakeKind, people: [R.Person])]] = [:]
  /// The reference of the pointer's errors, for each recording with samples.
  private(set) var references: [ErrorReference] = []
  /// Number of recordings with a simulator's truth in at least one sample.
  private(set) var recordingsWithTruth = 0
  private(set) var roster = RecordedPeople()
  /// Tracks for a page by the people's numbers.
  var traceBuilders: [Int: TraceBuilder] = [:]
  private var copies = RecordedCopies()

  /// A run without recordings.
  package init(
    profile: DeviceProfile, pipeline: Pipeline<R> = R.standard, calibration: CalibrationFile? = nil,
    options: PointerOptions = PointerOptions()
  ) {
    self.profile = profile
    self.pipeline = pipeline
    self.calibration = calibration
    self.options = options
  }

  /// Adds a recording.
  ///
  /// - Throws: if the recording cannot be read, if no trial can work with it, or if the header's rate disagrees with
  ///   the timestamps; data loss and latency depend on that rate. The failure of a pipeline that can fail.
  package mutating func add(_ reader: consuming SampleReader<R.Sample>, path: String = "") throws {
    let header = reader.header
    try R.check(setup(header), path: path)
    for row in others where row.calibration != nil { try R.check(setup(header, nil, nil, row), path: path) }
    try checkOptions()
    let observer = try R.facts.companions.recordingObserver(self, header, path)
    var roster = roster
    roster.begin(header, path: path)
    headers.append(header)
    var take = RecordedTake<R>(reader)
    var reference = ErrorReference.target
    let people = try TrialDriver.people(
      &take, number: { roster.number(of: $0.participant) },
      trials: { sample, number in
        if references.count < headers.count {
          reference = sample.hasTruth ? .truth : .target
          references.append(reference)
        }
        let header = header.header(of: sample.participant)
        var setup = setup(header, number, roster.identifier(of: number))
        setup.reference = reference
        let trials = others.map { row in
          var variantSetup = self.setup(header, number, roster.identifier(of: number), row)
          variantSetup.reference = reference
          return row.pipeline.trial(variantSetup, participant: number)
        }
        return [pipeline.trial(setup, participant: number)] + trials + observer.trials(setup, number)
      }, watching: observer.observe)
    for pipeline in judged { try pipeline.checkFailure() }
    if take.hasTruth { recordingsWithTruth += 1 }
    try copies.add(take, path: path)
    try observer.end(&self, people)
    for (number, results) in people {
      takes[number, default: []].append((results.first.map(R.kind) ?? .all, results))
    }
    self.roster = roster
    addHeaderFacts(header)
  }

  /// Adds the facts about people that only the header of a simulated recording contains.
  private mutating func addHeaderFacts(_ header: RecordingHeader) {
    for person in header.truth?.people ?? [] {
      guard let number = roster.number(of: person.participant, in: headers.count - 1),
        let last = takes[number]?.indices.last
      else { continue }
      for trial in takes[number]?[last].people.indices ?? 0..<0 {
        takes[number]?[last].people[trial].complete(person)
      }
    }
  }

  /// The reference of the errors: the simulator's truth, or what replaces it in a recording without truth.
  var against: String {
    let (facts, unknown) = (R.facts, references.count - recordingsWithTruth)
    if unknown == 0 { return facts.truth }
    return recordingsWithTruth == 0
      ? facts.standIn : "\(facts.truth); in \(unknown) of \(references.count) recordings \(facts.standIn)"
  }

  /// The pipelines that run on the recordings.
  var judged: [Pipeline<R>] { [pipeline] + others.map(\.pipeline) }

  /// The information that the pipeline may have about a recording, and about a person in it.
  ///
  /// - Parameter row: the row of a comparison, which may have a smoothing or a calibration of its own.
  func setup(
    _ header: RecordingHeader, _ number: Int? = nil, _ identifier: String? = nil, _ row: PipelineVariant<R>? = nil
  ) -> Setup {
    let file = row?.calibration ?? calibration
    var rowOptions = options
    if let smoothing = row?.smoothing { rowOptions.smoothing = smoothing.value }
    if let recentre = row?.recentre { rowOptions.recentre = recentre }
    if let trigger = row?.trigger { rowOptions.trigger = trigger }
    return Setup(
      R.self, profile: profile, header: header, calibration: file, options: rowOptions,
      participant: number.flatMap { file?.participant($0, person: identifier) })
  }

  /// A person's number in the calibration; nil if the calibration does not contain the person.
  private func calibratedNumber(_ number: Int, _ identifier: String?) -> Int? {
    calibration?.participant(number, person: identifier)
  }

  /// The pipeline whose scrolls moved a recording's page. The loop counts as closed only if the evaluated pipeline is
  /// the one that scrolled the page in the recording, with the same settings.
  func loop(of header: RecordingHeader) -> String {
    guard header.loop != "open" else { return "open" }
    // A recorded pointer is the one that moved the page.
    if let recorded = R.facts.recorded, pipeline == recorded { return header.loop }
    let isSame =
      header.loop == pipeline.name && (header.personCalibration ?? "none") == "none" && calibration == nil
      && options.smoothing == nil && options.ofStandard.isEmpty
    guard !isSame else { return header.loop }
    let whose = header.personCalibration == "5" ? ", calibrated to each person" : ""
    return "open-loop replay of a recording closed by \(header.loop)\(whose)"
  }

  /// The first recording's header.
  ///
  /// - Throws: if no recording has a sample.
  func first(_ path: String) throws(FileError) -> RecordingHeader {
    guard let first = headers.first, !takes.isEmpty else {
      throw FileError(path: path, message: "holds no \(headers.first?.row ?? "sample")s; there is nothing to judge")
    }
    return first
  }

  /// Number of people for whom the calibration contains parameters of their own.
  func count(_ isOwn: (Int) -> Bool) -> Int {
    takes.keys.count { calibratedNumber($0, roster.identifier(of: $0)).map(isOwn) ?? false }
  }

  /// All people's results in one trial; trial 0 is that of the judged pipeline, the following ones are those of
  /// `others`.
  func people(_ trial: Int) -> [PersonMeasurement<R.Person>] {
    takes.sorted { $0.key < $1.key }.compactMap { PersonMeasurement($0.value.map { ($0.kind, $0.people[trial]) }) }
  }
}
