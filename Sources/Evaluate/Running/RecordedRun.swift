package import GazeMetrics
import GazePipeline
package import GazeRecording
package import GazeSimulation
package import GazeTesting

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
  package var recordsTracks = false
  /// The limits by which the metrics will be judged. Pipelines that ignore the eyes are run as well, and must not meet
  /// these limits.
  package var limits: [AccuracyGate] = []
  /// Gain, offset and lag that the pipeline claims for its mapping, for a gate's correctness stage, which is simulated.
  package var claims: PointerClaims?

  /// False if the limits are built in: those that the recordings cannot measure are then left out.
  package var limitsAreWritten = true

  /// True to check each recording with the rig's doctor in the same pass.
  package var isExamined = false
  /// The pipelines that run beside the judged one, on the same samples, for a comparison.
  package var others: [PipelineVariant<R>] = []

  /// The faults that the doctor found, if `isExamined`.
  package private(set) var faults: [RecordingFault] = []
  /// The headers of the recordings.
  private(set) var headers: [RecordingHeader] = []
  /// Takes by the people's numbers in `roster`. Each take contains the results of the judged pipeline first, then those
  /// of `others`, then those of the pipelines that ignore the eyes.
  private(set) var takes: [Int: [(kind: TakeKind, people: [R.Person])]] = [:]
  /// The reference of the pointer's errors, for each recording with samples.
  private(set) var references: [ErrorReference] = []
  /// Number of recordings with a simulator's truth in at least one sample.
  private(set) var truths = 0
  private(set) var roster = RecordedPeople()
  private(set) var tapes: [Int: TrackTape] = [:]
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

  /// The built-in limits that the recordings cannot measure.
  var leftOut: [LeftOutLimit] { limitsAreWritten ? [] : R.leftOut(limits, self) }

  /// Adds a recording.
  ///
  /// - Throws: if the recording cannot be read, if no trial can work with it, or if the header's rate disagrees with
  ///   the timestamps; data loss and latency depend on that rate. The failure of a pipeline that can fail.
  package mutating func add(_ reader: consuming SampleReader<R.Sample>, path: String = "") throws {
    let header = reader.header
    try R.check(setup(header), path: path)
    for row in others where row.calibration != nil { try R.check(setup(header, nil, nil, row), path: path) }
    try checkOptions()
    let choices = [(options.recentre, options.trigger)] + others.map { ($0.recentre ?? .none, $0.trigger) }
    for (recentre, _) in choices { try RecordedEvidence.check(header, recentre, path: path) }
    let asks = choices.contains { $0.0 != .none || $0.1 != nil }
    var evidence = RecordedEvidence()
    var (roster, tapes) = (roster, tapes)
    roster.begin(header, path: path)
    headers.append(header)
    var take = RecordedTake<R>(reader)
    var doctor = isExamined ? R.doctor(header, path: path, of: profile) : nil
    var reference = ErrorReference.target
    let draws = recordsTracks
    let people = try Feed.people(
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
          var own = self.setup(header, number, roster.identifier(of: number), row)
          own.reference = reference
          return row.pipeline.trial(own, participant: number)
        }
        return [pipeline.trial(setup, participant: number)] + trials + R.dummies(limits, setup, participant: number)
      },
      watching: draws || asks || doctor != nil
        ? { sample, number, outputs in
          if asks { R.note(sample.observation, in: &evidence) }
          R.show(sample.observation, to: &doctor)
          if draws { R.draw(sample, outputs[0], of: number, header, on: &tapes) }
        } : nil)
    for pipeline in [pipeline] + others.map(\.pipeline) { try pipeline.checkFailure() }
    for (recentre, rule) in asks ? choices : [] {
      try evidence.check(recentre, rule?.trigger(inPlaceOf: setup(header).trigger), path: path)
    }
    let judged = [pipeline] + others.map(\.pipeline)
    if doctor?.isFaceless == true, judged.contains(where: { $0 != R.recorded }) {
      throw FileError(
        path: path, field: "face",
        message: "no frame has a face, only a pointer, so a pipeline has nothing to work on; judge the pointer with "
          + "'gazesim evaluate --pipeline recorded'")
    }
    faults += doctor?.faults(.judging) ?? []
    if take.hasTruth { truths += 1 }
    try copies.add(take, path: path)
    for (number, results) in people {
      if let first = results.first { try R.check(first, rate: header.rate, path: path) }
      takes[number, default: []].append((results.first.map(R.kind) ?? .all, results))
    }
    (self.roster, self.tapes) = (roster, tapes)
    closeTapes()
    complete(header)
  }

  /// Adds the facts about people that only the header of a simulated recording contains.
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
    // No more tracks are kept, since tracks of further recordings would make the page too large.
    if tapes.values.reduce(0, { $0 + $1.samples }) > TrackPlan.mostSamples { recordsTracks = false }
  }

  /// The information that the pipeline may have about a recording, and about a person in it.
  ///
  /// - Parameter row: the row of a comparison, which may have a smoothing or a calibration of its own.
  func setup(
    _ header: RecordingHeader, _ number: Int? = nil, _ identifier: String? = nil, _ row: PipelineVariant<R>? = nil
  ) -> Setup {
    let file = row?.calibration ?? calibration
    var own = options
    if let smoothing = row?.smoothing { own.smoothing = smoothing.value }
    if let recentre = row?.recentre { own.recentre = recentre }
    if let trigger = row?.trigger { own.trigger = trigger }
    return Setup(
      R.self, profile: profile, header: header, calibration: file, options: own,
      participant: number.flatMap { file?.participant($0, person: identifier) })
  }

  /// A person's number in the calibration; nil if the calibration does not contain the person.
  private func known(_ number: Int, _ identifier: String?) -> Int? {
    calibration?.participant(number, person: identifier)
  }

  /// The pipeline whose scrolls moved a recording's page. The loop counts as closed only if the evaluated pipeline is
  /// the one that scrolled the page in the recording, with the same settings.
  func loop(of header: RecordingHeader) -> String {
    guard header.loop != "open" else { return "open" }
    // A recorded pointer is the one that moved the page.
    if let recorded = R.recorded, pipeline == recorded { return header.loop }
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
    takes.keys.count { known($0, roster.identifier(of: $0)).map(isOwn) ?? false }
  }

  /// All people's results in one trial; trial 0 is that of the judged pipeline, the following ones are those of
  /// `others`.
  func people(_ trial: Int) -> [Measured<R.Person>] {
    takes.sorted { $0.key < $1.key }.compactMap { Measured($0.value.map { ($0.kind, $0.people[trial]) }) }
  }
}

/// Evidence for recentring and for the trigger's signs that a recording of gaze holds.
package struct RecordedEvidence: Sendable {
  private var hasPage = false, hasTap = false, hasDot = false, hasShapes = false

  /// Nothing seen yet.
  init() {}

  /// Takes in a frame.
  mutating func add(_ observation: RecordedFrame.Observation) {
    let app = observation.app
    if app.page != nil { hasPage = true }
    if app.tap != nil { hasTap = true }
    if app.dot != nil { hasDot = true }
    if observation.frame.blendShapes != nil { hasShapes = true }
  }

  /// Refuses a recording whose header lacks the lines that recentring by reading needs, for everybody or for one
  /// person.
  static func check(_ header: RecordingHeader, _ choice: RecentreChoice, path: String) throws(FileError) {
    guard choice == .x || choice == .reading else { return }
    let pages = Dictionary(header.pages.map { ($0.participant, $0.lines.isEmpty) }) { first, _ in first }
    let lacking = (0..<header.participants).first { pages[$0] ?? header.lines.isEmpty }
    let isNowhere = header.lines.isEmpty && pages.values.allSatisfy { $0 }
    guard isNowhere || lacking != nil else { return }
    throw FileError(
      path: path, field: isNowhere ? "lines" : "pages",
      message: (isNowhere ? "is missing" : "has no lines of participant \(lacking ?? 0)")
        + ", so reading cannot recentre the pointer (--recentre \(choice.rawValue)); an app states its page's lines in "
        + "the header")
  }

  /// Refuses a recording whose frames lack what a choice of recentring, or a trigger, needs.
  func check(_ choice: RecentreChoice, _ trigger: ScrollTrigger.Settings?, path: String) throws(FileError) {
    let missing: (field: String, what: String)? =
      switch choice {
      case .none: nil
      case .dot: hasDot ? nil : ("dot", "a dot that the app showed for recentring")
      case .tap15: hasTap ? nil : ("tap", "a tap on the content")
      case .x, .reading: hasPage ? nil : ("page", "the page's offset, which places its lines on the screen")
      }
    if let missing {
      throw FileError(
        path: path, field: missing.field,
        message: "no frame holds \(missing.what), so --recentre \(choice.rawValue) has nothing to learn from")
    }
    if let trigger, trigger.needsBlendShapes, !hasShapes {
      throw FileError(
        path: path, field: "blendShapes",
        message: "no frame holds ARKit's facial coefficients, so --trigger \(trigger.rule.rawValue) cannot see a sign; "
          + "record them, or choose edge or below")
    }
  }
}
