import GazeMetrics
import GazePipeline
import GazeRecording

/// The traces of one person for a page, collected frame by frame while the trials run.
struct TraceBuilder: Sendable {
  private let plan: TraceSampling
  private let isKept: Bool
  private var person: ReplayTraces.Person
  private var front: FrontBuilder?
  private var scenario = ""
  /// True if a take has begun and not ended.
  private(set) var isOpen = false
  private var columns = TraceColumns()
  private var frame = 0
  private var firstTime: Double?
  private var lastTime = 0.0
  private var eyes: [[Double]] = []
  /// Scrolling since the last kept sample, −1, 0, 1, for each pipeline.
  private var moved: [Double]
  private var events = ScrollEventBuilder()
  private var intents = ScrollIntentBuilder()
  private var scrolls: [ScrollEvent] = []
  private var wantedScrolls: [ScrollIntent] = []

  /// The trace of a participant; nil if nothing of this person is kept.
  init?(_ plan: TraceSampling, participant: Int, isFailing: Bool, hasFront: Bool) {
    isKept = participant < plan.people
    guard isKept || hasFront else { return nil }
    self.plan = plan
    person = ReplayTraces.Person(participant: participant, failing: isFailing, takes: [])
    front = hasFront ? FrontBuilder() : nil
    moved = [Double](repeating: 0, count: plan.pipelines)
  }

  /// Starts a take.
  mutating func begin(_ scenario: String, hasTargets: Bool) {
    self.scenario = scenario
    isOpen = true
    columns = TraceColumns()
    (frame, firstTime, lastTime, eyes) = (0, nil, 0, [])
    (events, intents, scrolls, wantedScrolls) = (ScrollEventBuilder(), ScrollIntentBuilder(), [], [])
    front?.begin(isUsed: hasTargets)
  }

  /// Adds a frame and each pipeline's output.
  mutating func add(_ recorded: RecordedFrame, _ outputs: [PointerOutput]) {
    let time = recorded.observation.frame.time
    guard time.isFinite, let first = outputs.first else { return }
    if firstTime == nil { firstTime = time }
    front?.add(recorded, raw: first.rawPointer)
    guard isKept else { return }
    lastTime = time
    if let event = events.step(time: time, direction: first.scroll.direction, distance: first.scroll.distance) {
      scrolls.append(event)
    }
    if let wanted = intents.step(time: time, intent: recorded.observation.intent) { wantedScrolls.append(wanted) }
    for (index, output) in outputs.enumerated() where index < moved.count && output.scroll.direction != .none {
      moved[index] = output.scroll.direction.sign
    }
    let elapsed = time - (firstTime ?? time)
    defer { frame += 1 }
    guard frame % plan.keepsEvery == 0, elapsed >= 0, elapsed < plan.seconds else { return }
    keep(recorded, outputs, at: elapsed)
    moved = [Double](repeating: 0, count: moved.count)
  }

  /// Keeps a sample. `ReplayTraces.Take.columns` lists the names, scales and flags, and `replay.js` reads them: there a
  /// name that is missing is 0. `GazePageTests` compares many of the columns and flags 1 and 64 with the frames; the
  /// other flags are only drawn, and nothing checks them.
  private mutating func keep(_ recorded: RecordedFrame, _ outputs: [PointerOutput], at elapsed: Double) {
    let (observation, truth) = (recorded.observation, recorded.truth)
    let (seen, pose) = (observation.frame, FacePose(observation.frame))
    let nominal = Double(columns.count * plan.keepsEvery) / plan.rate
    columns.add("time", elapsed - nominal, scale: 1000)
    columns.add("gaze", truth?.gaze)
    columns.add("target", observation.target)
    columns.add("raw", outputs.first?.rawPointer)
    columns.add("page", truth?.page)
    columns.add("intent", observation.intent?.sign ?? 0)
    columns.add(
      "state", truth.flatMap { RecordedFrame.Truth.State.allCases.firstIndex(of: $0.state) }.map { Double($0 + 1) } ?? 0
    )
    for (index, output) in outputs.enumerated() where index < moved.count {
      columns.add("x\(index)", output.pointer?.x)
      columns.add("y\(index)", output.pointer?.y)
      columns.add("scroll\(index)", moved[index])
    }
    let isBlinking = truth?.state == .blink || seen.blink.max() > 0.5
    var flags = (seen.isTracked ? 1 : 0) | (isBlinking ? 2 : 0) | (truth?.gaze != nil ? 4 : 0)
    flags |= (observation.target != nil ? 8 : 0) | (outputs.first?.rawPointer != nil ? 16 : 0)
    flags |= (truth?.page != nil ? 32 : 0) | (pose != nil ? 64 : 0)
    columns.add("flags", Double(flags))
    columns.add("faceX", pose?.position.x, scale: 1000)
    columns.add("faceY", pose?.position.y, scale: 1000)
    columns.add("faceZ", pose?.position.z, scale: 1000)
    columns.add("pitch", pose?.pitch.degrees, scale: 5)
    columns.add("yaw", pose?.yaw.degrees, scale: 5)
    columns.add("left", pose?.left.degrees, scale: 5)
    columns.add("recline", pose?.recline?.degrees, scale: 5)
    // Differences are stored, right eye minus left eye, and published angle minus correct angle. They change little
    // from frame to frame, and so take little space.
    let (left, right) = (pose?.sight.left, pose?.sight.right)
    func add(_ name: String, _ a: Double?, less b: Double?, scale: Double) {
      columns.add(name, a.flatMap { a in b.map { (a - $0).degrees } }, scale: scale)
    }
    add("rightAbove", pose?.right, less: pose?.left, scale: 5)
    columns.add("lookL", left?.correct.yaw.degrees, scale: 2)
    add("lookR", right?.correct.yaw, less: left?.correct.yaw, scale: 2)
    add("offLX", left?.published.yaw, less: left?.correct.yaw, scale: 1)
    add("offLY", left?.published.pitch, less: left?.correct.pitch, scale: 1)
    add("offRX", right?.published.yaw, less: right?.correct.yaw, scale: 1)
    add("offRY", right?.published.pitch, less: right?.correct.pitch, scale: 1)
    if eyes.isEmpty, let pose {
      eyes = [pose.eyes.0, pose.eyes.1].map { [$0.x, $0.y, $0.z].map { ($0 * 10_000).rounded() / 10 } }
    }
    columns.endSample()
  }

  /// Ends the take.
  mutating func end() {
    isOpen = false
    guard isKept else { return }
    if let event = events.finish() { scrolls.append(event) }
    if let wanted = intents.finish() { wantedScrolls.append(wanted) }
    let matching = EventMatching(events: scrolls, intents: wantedScrolls)
    let (made, answered) = (Set(matching.pairs.map(\.event)), Set(matching.pairs.map(\.intent)))
    let start = firstTime ?? 0
    func scroll(_ from: Double, _ to: Double, _ direction: ScrollDirection, _ matched: Bool) -> ReplayTraces.Scroll {
      func round(_ time: Double) -> Double { ((time - start) * 100).rounded() / 100 }
      return ReplayTraces.Scroll(start: round(from), end: round(to), direction: direction.rawValue, matched: matched)
    }
    person.takes.append(
      ReplayTraces.Take(
        scenario: scenario, samples: columns.count, seconds: min(max(lastTime - start, 0), 1e9),
        columns: columns.encoded, eyes: eyes,
        wishes: wantedScrolls.prefix(Self.mostScrolls).enumerated().map {
          scroll($1.start, $1.end, $1.direction, answered.contains($0))
        },
        scrolls: scrolls.prefix(Self.mostScrolls).enumerated().map {
          scroll($1.start, $1.end, $1.direction, made.contains($0))
        }))
    columns = TraceColumns()
  }

  /// Number of samples of all takes that have ended.
  var samples: Int { person.takes.reduce(0) { $0 + $1.samples } }

  /// Largest number of scrolls kept per take; more could not be drawn anyway.
  private static let mostScrolls = 500

  /// The result: the person's traces if they are kept, and the filters' figures if they were requested.
  func finish(_ bank: [Smoothing], rate: Double, screen: ScreenGeometry) -> PersonTrace {
    PersonTrace(plan: plan, person: isKept ? person : nil, front: front?.figures(bank, rate: rate, screen: screen))
  }
}

/// One person's data for the page.
struct PersonTrace: Sendable {
  /// The plan by which the data were kept; a later interim analysis of more people would have another plan.
  var plan: TraceSampling
  var person: ReplayTraces.Person?
  /// Figures for each filter of the bank.
  var front: [FrontFigures]?
}
