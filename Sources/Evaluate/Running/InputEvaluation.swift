public import GazeMetrics
public import GazePipeline
public import GazeRecording
public import GazeTesting

/// One pipeline on recordings, a frame at a time: against truth where the simulator left it, else against what the app
/// showed.
///
/// Who is the same person in several recordings is said by their headers (`RecordedPeople`). As with simulated
/// people, the pointer's figures come from the takes with targets, the scrolling's from those without.
public struct InputEvaluation: Sendable {
  private let profile: Profile
  private let pipeline: PipelineName
  private let calibration: CalibrationFile?
  private let smoothing: Smoothing?
  private var header: RecordingHeader?
  private var headers: [RecordingHeader] = []
  /// By whose numbers `open`, `takes` and `tapes` are kept.
  private var roster = RecordedPeople()
  private var open: [Int: Take] = [:]
  private var takes: [Int: [(hasTargets: Bool, result: PersonResult)]] = [:]
  private var reference: Reference?
  private var references: Set<String> = []
  private var hasIntent = false
  /// Keep what an HTML page replays and draws along time.
  public var recordsTracks = false
  private var tapes: [Int: TrackTape] = [:]
  /// What the figures are about to be held against: pipelines that do not look go along, and must not keep it.
  public var limits: [Gate] = []
  /// What the pipeline says of its own mapping, for a gate's correctness stage, which is simulated.
  public var claims: PointerClaims?
  private var dummies: [Int: [(hasTargets: Bool, results: [PersonResult])]] = [:]

  /// One person in the recording that is being read.
  private struct Take: Sendable {
    var trial: any Trial
    var dummies: [PersonTrial<DummyPipeline>]
    var hasTargets = false
  }

  /// An evaluation at its start.
  public init(
    profile: Profile, pipeline: PipelineName, calibration: CalibrationFile?, smoothing: Smoothing?
  ) {
    self.profile = profile
    self.pipeline = pipeline
    self.calibration = calibration
    self.smoothing = smoothing
  }

  /// Starts a recording.
  public mutating func begin(_ header: RecordingHeader, path: String = "") {
    self.header = header
    roster.begin(header, path: path)
    reference = nil
    headers.append(header)
  }

  /// Takes a frame in.
  public mutating func step(_ frame: RecordedFrame) {
    let observation = frame.observation
    let person = roster.number(of: observation.participant)
    if reference == nil { reference = frame.truth != nil ? .truth : .target }
    if observation.intent != nil { hasIntent = true }
    if open[person] == nil {
      open[person] = trial(person).map { Take(trial: $0, dummies: dummyTrials(person)) }
    }
    if observation.target != nil { open[person]?.hasTargets = true }
    let output = open[person]?.trial.take(frame)
    for index in open[person]?.dummies.indices ?? 0..<0 { open[person]?.dummies[index].step(frame) }
    if recordsTracks, let output { record(frame, output, of: person) }
  }

  /// Ends a recording.
  ///
  /// - Throws: where the header's rate is not that of the frames, by which data loss and lag are told.
  public mutating func end(path: String) throws(FileError) {
    if let reference { references.insert(reference.rawValue) }
    let people = header?.truth?.people ?? []
    // Of those who have frames.
    let known = people.compactMap { person in
      roster.number(of: person.participant, in: headers.count - 1).map { (number: $0, person: person) }
    }
    let failing = Set(known.filter(\.person.failing).map(\.number))
    let flags = Dictionary(known.map { ($0.number, $0.person.flag) }, uniquingKeysWith: { first, _ in first })
    for (participant, var take) in open {
      var result = take.trial.close()
      if let rate = header?.rate { try Self.check(result, rate: rate, path: path) }
      result.isFailing = failing.contains(participant)
      result.flag = flags[participant] ?? nil
      takes[participant, default: []].append((take.hasTargets, result))
      let others = take.dummies.indices.map { index in
        var other = take.dummies[index].finish()
        other.isFailing = result.isFailing
        return other
      }
      dummies[participant, default: []].append((take.hasTargets, others))
    }
    open = [:]
    for participant in tapes.keys where tapes[participant]?.isOpen == true { tapes[participant]?.end() }
    // Another recording would make the page too large.
    if tapes.values.reduce(0, { $0 + $1.samples }) > TrackPlan.mostSamples { recordsTracks = false }
  }

  private mutating func record(_ frame: RecordedFrame, _ output: PointerOutput, of participant: Int) {
    guard let header else { return }
    if tapes[participant] == nil, tapes.count < TrackPlan.mostPeople {
      let isFailing = header.truth?.people.first { $0.participant == frame.observation.participant }?.failing ?? false
      tapes[participant] = TrackTape(
        TrackPlan(recordedAt: header.rate), participant: participant, isFailing: isFailing, hasFront: true)
    }
    if tapes[participant]?.isOpen == false {
      tapes[participant]?.begin(header.scenario, hasTargets: frame.observation.target != nil)
    }
    tapes[participant]?.add(frame, [output])
  }

  /// Refuses frames that come at more than 1.5 times the stated rate or less than a tenth of it: that is another clock
  /// or another unit, not lost frames.
  private static func check(_ result: PersonResult, rate: Double, path: String) throws(FileError) {
    guard result.frames > 30 else { return }
    let measured = result.seconds > 0 ? Double(result.frames) / result.seconds : .infinity
    guard measured > 1.5 * rate || measured < 0.1 * rate else { return }
    throw FileError(
      path: path, line: 1, field: "rate",
      message: "says \(rate) frames a second, but participant \(result.participant) has \(result.frames) frames in "
        + "\(result.seconds) s; give the true rate, and \"t\" in seconds")
  }

  private func trial(_ participant: Int) -> (any Trial)? {
    guard let header else { return nil }
    let known = calibration.flatMap { calibration in
      calibration.participant(participant, person: roster.identifier(of: participant)).flatMap(calibration.person)
    }
    let setup = setup(header, known ?? .none)
    return Evaluate.trial(
      pipeline.pipeline(setup), participant, profile.geometry(header), reference ?? .target, rate: header.rate)
  }

  private func setup(_ header: RecordingHeader, _ person: PersonCalibration) -> PipelineName.Setup {
    PipelineName.Setup(
      geometry: profile.geometry(header, calibration), person: person, smoothing: smoothingInForce,
      trigger: calibration?.trigger ?? profile.trigger.settings, device: profile.id, panelPoints: profile.panelPoints)
  }

  /// Those that can be known as the frames come: the best place in hindsight cannot.
  private var knownDummies: [Dummy] { LimitsCheck.dummies(limits).filter { $0 != .bestConstant } }

  private func dummyTrials(_ participant: Int) -> [PersonTrial<DummyPipeline>] {
    guard let header else { return [] }
    let screen = profile.geometry(header)
    return knownDummies.map { dummy in
      PersonTrial(
        DummyPipeline(dummy, at: screen.points / 2), participant: participant, geometry: screen,
        reference: reference ?? .target, rate: header.rate)
    }
  }

  /// Refuses limits that say nothing of these recordings.
  private func check(_ people: [[(hasTargets: Bool, result: PersonResult)]]) throws {
    let check = try LimitsCheck(limits, knownDummies)
    let wishes = people.joined().reduce(0) { $0 + min($1.result.scroll.intents, 1) }
    if wishes == 0, let limit = limits.firstIndex(where: LimitsCheck.isAboutScrolling) {
      let scenarios = headers.map { TerminalText.line($0.scenario.prefix(60)) }
      throw LimitsFault.notMeasured(limit: limit, metric: limits[limit].metric, scenarios: scenarios)
    }
    let withTargets = !check.isAboutScrolling
    let figures = dummies.sorted { $0.key < $1.key }.map(\.value).map { takes in
      knownDummies.indices.map { index in
        PersonResult.joined(takes.map { ($0.hasTargets, $0.results[index]) }, withTargets: withTargets)
      }
    }
    if let fault = check.fault(figures) { throw fault }
  }

  /// Whose scrolls moved the page: only where this pipeline's are the recording's own, to the frame, is the loop
  /// closed by it.
  private func loop(_ header: RecordingHeader) -> String {
    guard header.loop != "open" else { return "open" }
    let isSame =
      header.loop == pipeline.rawValue && (header.personCalibration ?? "none") == "none" && calibration == nil
      && smoothing == nil
    guard !isSame else { return header.loop }
    let whose = header.personCalibration == "5" ? ", calibrated to each person" : ""
    return "open-loop replay of a recording closed by \(header.loop)\(whose)"
  }

  private var smoothingInForce: Smoothing { smoothing ?? calibration?.smoothing.value ?? profile.smoothingValue }

  /// Refuses limits on what only the true gaze gives: a limit on the distance to it, read against the distance to the shown
  /// targets, would be another limit.
  private static func refuse(_ limits: [Gate], path: String) throws(FileError) {
    let missing = limits.map(\.metric).filter { Metric.ofTruth($0).isSo }
    guard !missing.isEmpty else { return }
    let counterparts = missing.compactMap { Metric.ofTruth($0).counterpart }
    throw FileError(
      path: path, field: "truth",
      message: "is not there, and without the true gaze \(missing.joined(separator: ", ")) cannot be formed; "
        + (counterparts.isEmpty
          ? "give limits on other figures with --limits FILE"
          : "with --limits FILE set a limit of its own for \(counterparts.joined(separator: ", ")), the same to the shown "
            + "target, and leave the others out"))
  }

  /// The whole evaluation.
  ///
  /// - Throws: where nothing in the recordings can be judged: no truth, no target, no intent; for a limit on what only the
  ///   truth gives, where there is none; `LimitsFault` for limits that say nothing of them.
  public func evaluation(path: String) throws -> Evaluation {
    guard !takes.isEmpty else { throw FileError(path: path, message: "holds no frames; there is nothing to judge") }
    let people = takes.sorted { $0.key < $1.key }.map(\.value)
    guard references.count <= 1 else {
      throw FileError(
        path: path, field: "truth", message: "some of the recordings hold the true gaze, some do not; judge them apart")
    }
    guard reference == .truth || hasIntent || people.contains(where: { $0.contains(where: \.hasTargets) }) else {
      throw FileError(
        path: path, field: "target",
        message: "no frame has a target, an intent or a truth, so nothing can be judged; "
          + "`gazesim replay` says what the pipelines would have done")
    }
    try Metric.check(limits)
    if reference == .target { try Self.refuse(limits, path: path) }
    if !limits.isEmpty { try check(people) }
    let first = headers[0]
    let subject = Evaluation.Subject(
      against: reference ?? .target,
      loop: headers.map(loop).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        .joined(separator: "; "),
      device: profile.id, pipeline: pipeline.rawValue,
      scenario: headers.map(\.scenario).joined(separator: "+"), source: first.source.rawValue, preset: first.preset,
      seed: first.seed, phone: first.phone,
      personCalibration: pipeline.takesPersonCalibration && calibration != nil ? "file" : "none",
      deviceCalibration: calibration?.provenance.rawValue ?? "profile",
      smoothing: pipeline.facts.smoothing ?? smoothingInForce.summary, points: profile.geometry(first).points,
      // Whatever made the recordings, nothing says that their people are a fair sample of the simulator's.
      population: .recorded)
    var evaluation = try Evaluation(
      subject, pointer: people.map { .joined($0, withTargets: true) },
      scroll: people.map { .joined($0, withTargets: false) }, uncalibrated: 0, limits: limits)
    evaluation.recorded = roster.people
    if !tapes.isEmpty {
      evaluation.attach(
        tapes.sorted { $0.key < $1.key }.map(\.value), recordedAt: first.rate,
        smoothing: pipeline.knownSmoothing(smoothingInForce), screen: profile.geometry(first))
    }
    if !limits.isEmpty {
      evaluation.add(pipeline.correctness(setup(first, .none), rate: first.rate, seed: 1, claims: claims))
    }
    return evaluation
  }
}
