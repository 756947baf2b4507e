public import GazePipeline

/// Leads a person through a calibration: decides which dot to show, what to ask for next, and what to pass to the
/// recorder.
///
/// A value type whose one mutating method takes each frame. Pass it every frame, draw what `step` returns, and record
/// what was shown:
///
///     var calibration = CalibrationProtocol(.full, points: [390, 844])
///     let step = calibration.step(frame)                            // each frame
///     try recorder.record(frame, target: step.target, intent: step.intent)
///     show(dot: step.target, text: step.prompt.text, progress: step.progress)
///
/// The protocol asks for a pose (distance, head turn) and waits until the frames show that the person holds it. Then it
/// shows the pose's dots one after the other, in an order drawn at random. While the face or the pose is lost, no dot
/// is shown; the interrupted dot is then shown again for its whole time. After an unsteady fixation the dot is shown
/// again at the end of its pose. A pose that the person does not take within the plan's `patience` is left out, as if
/// `skip()` were called. `coverage` describes the poses and fixations that were reached; its `shortfalls` state which
/// parameters a fit cannot distinguish.
///
/// The poses in the frames are in the axes of the portrait view; prompts and targets are in those of the interface.
public struct CalibrationProtocol: Sendable {
  /// Instructions to the app after a frame.
  public struct Step: Sendable, Equatable {
    /// Instruction to show to the person.
    public var prompt: CalibrationPrompt
    /// Place to draw the dot at, points from the top-left corner; nil for no dot. Record it with the frame.
    public var target: SIMD2<Double>?
    /// Scroll that the person was asked to make: `none` while reading between prompts, nil in a stage without prompts,
    /// where the person's intent is unknown. Record it with the frame; if the app has an intent button, record the
    /// button's state instead.
    public var intent: ScrollDirection?
    /// Share of all dots and scroll prompts that are finished, 0…1. A stage of reading without prompts counts as one
    /// prompt.
    public var progress: Double
    /// True when nothing is left to do.
    public var isDone: Bool { prompt == .done }
  }

  /// The plan that is carried out.
  public let plan: CalibrationPlan
  /// The interface's size in points.
  public let points: SIMD2<Double>
  /// The orientation of the interface.
  public let orientation: ScreenOrientation
  /// The poses that the steady fixations so far cover.
  public private(set) var coverage = ViewingCoverage()
  /// The current step; before the first frame it asks the person to show the face.
  public private(set) var current = Step(prompt: .showFace, progress: 0)

  private enum Phase {
    /// Waiting for the pose; `since` is the time from which the person has held it, nil if it is not held.
    case posing(since: Double?)
    case looking(DotWatch)
    case reading(until: Double)
    case intending(ScrollDirection, until: Double)
  }

  private var draws: SplitMix
  private var poses = PoseWatch()
  private var stage = 0
  private var stageStart: Double?
  private var phase = Phase.posing(since: nil)
  /// Places at which the stage still has to show a dot, and how often each dot was shown again.
  private var queue: [(place: Vector2, retries: Int)] = []
  /// Scroll prompts that the stage still has to give.
  private var intents: ArraySlice<ScrollDirection> = []
  private var lastTime: Double?
  /// Time of the last frame that had a face and the required pose.
  private var lastGood = 0.0
  /// Dots and prompts that are finished, and of all stages together (`size(of:)`).
  private var done = 0
  private let total: Int

  /// A protocol in its initial state.
  ///
  /// - Parameters:
  ///   - plan: the dots, distances and head turns to ask for.
  ///   - points: the interface's size in points; places are shares of it.
  ///   - orientation: the orientation of the interface; lock it while the protocol runs.
  ///   - seed: the seed of the random numbers that draw the order of the dots and the times of reading.
  public init(
    _ plan: CalibrationPlan, points: SIMD2<Double>, orientation: ScreenOrientation = .portrait, seed: UInt64 = 1
  ) {
    self.plan = plan
    self.points = points
    self.orientation = orientation
    draws = SplitMix(state: seed)
    total = plan.stages.reduce(0) { $0 + Self.size(of: $1) }
    enter()
    if !isDone { current.prompt = .showFace }
  }

  /// True when nothing is left to do.
  public var isDone: Bool { stage >= plan.stages.count }

  /// Takes in the next frame and returns the instructions to the app.
  ///
  /// A frame whose time is not finite changes nothing; a frame whose time runs backwards restarts the current fixation.
  @discardableResult
  public mutating func step(_ frame: FaceFrame) -> Step {
    guard frame.time.isFinite, !isDone else { return current }
    let time = frame.time
    // The longest time between two frames within a fixation is that of the fit, `FixationFinder.Settings.largestGap`.
    if let last = lastTime, time < last || time - last > 0.25 { interrupt(time, after: last) }
    lastTime = time
    if stageStart == nil { stageStart = time }
    let viewer = ViewerPose(frame, orientation)
    switch plan.stages[stage] {
    case .looks(let pose, _): look(viewer, pose, time)
    case .page: read(viewer, time)
    case .reading(let seconds): read(viewer, time, for: seconds)
    }
    return current
  }

  /// Leaves out the current stage, for a pose that the person cannot take.
  public mutating func skip() {
    guard !isDone else { return }
    coverage.skipped += 1
    next()
  }

  // MARK: Fixations

  private mutating func look(_ viewer: ViewerPose?, _ pose: CalibrationPlan.Pose, _ time: Double) {
    var isTaken = false
    if case .looking = phase { isTaken = true }
    let obstacle = viewer.map { poses.obstacle($0, to: pose, isTaken: isTaken) } ?? .showFace
    if obstacle == nil { lastGood = time }
    switch phase {
    // Shorter interruptions are blinks and single lost frames.
    case .looking(var watch) where obstacle == nil || time - lastGood <= 0.3:
      if time - watch.start >= plan.settling {
        watch.add(viewer)
        if let viewer, !viewer.isBlinking { poses.look(viewer, pose) }
      }
      phase = .looking(watch)
      if time - watch.start >= plan.settling + plan.looking { end(watch, time) }
    case .posing(let since?) where obstacle == nil:
      guard time - since >= plan.hold, let viewer else { return say(.holdStill) }
      poses.take(viewer, pose)
      show(time)
    case .posing(nil) where obstacle == nil:
      phase = .posing(since: time)
      say(.holdStill)
    default:
      if isTaken { stageStart = time }
      phase = .posing(since: nil)
      say(obstacle ?? .holdStill)
      // Waiting for a face does not use up the patience: the person may be away for a moment.
      if viewer == nil { stageStart = time } else if time - (stageStart ?? time) > plan.patience { skip() }
    }
  }

  private mutating func show(_ time: Double) {
    guard let place = queue.first?.place else { return next() }
    phase = .looking(DotWatch(start: time))
    say(.look, target: place * points)
  }

  private mutating func end(_ watch: DotWatch, _ time: Double) {
    let shown = queue.removeFirst()
    if watch.isSteady {
      coverage.add(watch)
    } else if shown.retries < plan.retries {
      queue.append((shown.place, shown.retries + 1))
      // A dot that is shown again at once, in the same place, would continue the same fixation.
      if queue.count == 1 {
        stageStart = time
        phase = .posing(since: nil)
        return say(.holdStill)
      }
      return show(time)
    } else {
      coverage.unsteady += 1
    }
    done += 1
    show(time)
  }

  // MARK: Page

  private mutating func read(_ viewer: ViewerPose?, _ time: Double) {
    switch phase {
    case .reading(let until) where time >= until:
      guard let intent = intents.popFirst() else { return next() }
      phase = .intending(intent, until: time + plan.intentDuration)
      say(Self.prompt(intent), intent: intent)
    case .intending(_, let until) where time >= until:
      done += 1
      startReading(time)
    case .posing:
      guard viewer != nil else { return say(.showFace) }
      startReading(time)
    case .reading, .intending, .looking: break
    }
  }

  /// Lets the person read without prompts. A lost face does not stop the clock, since people look away as they read.
  private mutating func read(_ viewer: ViewerPose?, _ time: Double, for seconds: Double) {
    switch phase {
    case .reading(let until):
      if time >= until { next() }
    case .posing, .looking, .intending:
      guard viewer != nil else { return say(.showFace) }
      // A duration that is not a number ends at once.
      phase = .reading(until: seconds > 0 ? time + seconds : time)
      say(.read)
    }
  }

  private mutating func startReading(_ time: Double) {
    phase = .reading(until: time + Double.random(in: plan.reading, using: &draws))
    say(.read, intent: ScrollDirection.none)
  }

  // MARK: Stages

  private mutating func next() {
    stage += 1
    stageStart = nil
    done = plan.stages[..<stage].reduce(0) { $0 + Self.size(of: $1) }
    enter()
  }

  private mutating func enter() {
    (phase, queue, intents) = (.posing(since: nil), [], [])
    guard !isDone else { return say(.done) }
    switch plan.stages[stage] {
    case .looks(_, let places): queue = places.shuffled(using: &draws).map { ($0, 0) }
    case .page(let all): intents = all[...]
    case .reading: break
    }
    say(.holdStill)
  }

  /// Interrupts the fixation because the frames' time has jumped: the person may have looked away.
  private mutating func interrupt(_ time: Double, after last: Double) {
    stageStart = time
    lastGood = time
    switch phase {
    case .looking, .posing: phase = .posing(since: nil)
    case .reading(let until):
      // Without prompts, the seconds that are left stay left.
      if case .reading = plan.stages[stage] {
        phase = .reading(until: time + (until - last))
      } else {
        startReading(time)
      }
    case .intending(let intent, _):
      intents = [intent] + intents
      startReading(time)
    }
  }

  private mutating func say(
    _ prompt: CalibrationPrompt, target: Vector2? = nil, intent: ScrollDirection? = nil
  ) {
    current = Step(
      prompt: prompt, target: target, intent: intent, progress: total == 0 ? 1 : Double(done) / Double(total))
  }

  private static func prompt(_ intent: ScrollDirection) -> CalibrationPrompt {
    switch intent {
    case .up: .scrollUp
    case .down: .scrollDown
    case .none: .read
    }
  }

  private static func size(of stage: CalibrationPlan.Stage) -> Int {
    switch stage {
    case .looks(_, let places): places.count
    case .page(let intents): intents.count
    case .reading: 1
    }
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014): its quality is sufficient to shuffle dots.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
