public import GazePipeline

/// Leads a person through a calibration: which dot to show, what to ask for next, and what to hand to the recorder.
///
/// A value with one mutating step. Feed it every frame, draw what it says, and record what it says was shown:
///
///     var calibration = CalibrationProtocol(.full, points: [390, 844])
///     let step = calibration.step(frame)                            // each frame
///     try recorder.record(frame, target: step.target, intent: step.intent)
///     show(dot: step.target, text: step.prompt.text, progress: step.progress)
///
/// It asks for a pose (distance, head turn) and waits until the frames show it, held still; then shows the pose's dots one
/// after the other, in an order that is drawn. While the face is lost, or the pose is, no dot is shown, and the dot that was
/// interrupted comes again from its beginning. A look that was unsteady comes once more at the end of its pose. A pose
/// that nobody takes within the plan's patience is left out, as by `skip()`. What came of it says `coverage`, whose
/// `shortfalls` tell what a fit will not be able to tell apart.
///
/// The poses of its frames are the portrait view's; prompts and targets are the interface's.
public struct CalibrationProtocol: Sendable {
  /// What to do now.
  public struct Step: Sendable, Equatable {
    /// What to tell the person.
    public var prompt: CalibrationPrompt
    /// Where to draw the dot, points from the top-left corner; nil for no dot. Record it with the frame.
    public var target: SIMD2<Double>?
    /// What the person was told to want of the page: `none` while reading, nil where there is no page. Record it with the
    /// frame, or better what an intent button says.
    public var intent: ScrollDirection?
    /// 0…1: dots and wishes done of all.
    public var progress: Double
    /// Nothing is left to do.
    public var isDone: Bool { prompt == .done }
  }

  /// Seconds without a face, or out of the pose, that interrupt a look: shorter ones are blinks and single lost frames.
  static let interruption = 0.3
  /// Longest step between two frames within a look, seconds: the fit's own rule.
  static let largestGap = 0.25

  /// What is done.
  public let plan: CalibrationPlan
  /// The interface's size in points.
  public let points: SIMD2<Double>
  /// How the interface stands.
  public let orientation: ScreenOrientation
  /// What the steady looks so far cover.
  public private(set) var coverage = ViewingCoverage()
  /// What to do now; before the first frame, showing one's face.
  public private(set) var current = Step(prompt: .showFace, progress: 0)

  private enum Phase {
    /// The pose is to be taken; it holds since.
    case posing(since: Double?)
    case looking(LookWatch)
    case reading(until: Double)
    case wishing(ScrollDirection, until: Double)
  }

  private var draws: SplitMix
  private var poses = PoseWatch()
  private var stage = 0
  private var stageStart: Double?
  private var phase = Phase.posing(since: nil)
  /// Places that the stage still shows, and how often each was shown again.
  private var queue: [(place: SIMD2<Double>, retries: Int)] = []
  /// Wishes that the stage still tells.
  private var wishes: ArraySlice<ScrollDirection> = []
  private var lastTime: Double?
  /// When all was last as it should be.
  private var lastGood = 0.0
  private var done = 0
  private let total: Int

  /// A protocol at its beginning.
  ///
  /// - Parameters:
  ///   - points: the interface's size in points, which places are shares of.
  ///   - orientation: how the interface stands; lock it while this runs.
  ///   - seed: draws the order of the dots and the times of reading.
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

  /// Nothing is left to do.
  public var isDone: Bool { stage >= plan.stages.count }

  /// Takes the next frame in and says what to do now.
  ///
  /// A frame whose time is not finite changes nothing; one whose time runs back begins the present look again.
  @discardableResult
  public mutating func step(_ frame: FaceFrame) -> Step {
    guard frame.time.isFinite, !isDone else { return current }
    let time = frame.time
    if let last = lastTime, time < last || time - last > Self.largestGap { interrupt(time) }
    lastTime = time
    if stageStart == nil { stageStart = time }
    let viewer = ViewerPose(frame, orientation)
    switch plan.stages[stage] {
    case .looks(let pose, _): look(viewer, pose, time)
    case .page: read(viewer, time)
    }
    return current
  }

  /// Leaves the present stage out: for a pose that the person cannot take.
  public mutating func skip() {
    guard !isDone else { return }
    coverage.skipped += 1
    next()
  }

  // MARK: Looks

  private mutating func look(_ viewer: ViewerPose?, _ pose: CalibrationPlan.Pose, _ time: Double) {
    var isTaken = false
    if case .looking = phase { isTaken = true }
    let obstacle = viewer.map { poses.obstacle($0, to: pose, isTaken: isTaken) } ?? .showFace
    if obstacle == nil { lastGood = time }
    switch phase {
    case .looking(var watch) where obstacle == nil || time - lastGood <= Self.interruption:
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
      // Waiting for a face costs no patience: the person may have gone for a moment.
      if viewer == nil { stageStart = time } else if time - (stageStart ?? time) > plan.patience { skip() }
    }
  }

  private mutating func show(_ time: Double) {
    guard let place = queue.first?.place else { return next() }
    phase = .looking(LookWatch(start: time))
    say(.look, target: place * points)
  }

  private mutating func end(_ watch: LookWatch, _ time: Double) {
    let shown = queue.removeFirst()
    if watch.isSteady {
      coverage.add(watch)
    } else if shown.retries < plan.retries {
      queue.append((shown.place, shown.retries + 1))
      // The same dot at once would be the same look.
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
      guard let wish = wishes.popFirst() else { return next() }
      phase = .wishing(wish, until: time + plan.wishing)
      say(Self.prompt(wish), intent: wish)
    case .wishing(_, let until) where time >= until:
      done += 1
      startReading(time)
    case .posing:
      guard viewer != nil else { return say(.showFace) }
      startReading(time)
    case .reading, .wishing, .looking: break
    }
  }

  private mutating func startReading(_ time: Double) {
    phase = .reading(until: time + Double.random(in: plan.reading, using: &draws))
    say(.read, intent: ScrollDirection.none)
  }

  // MARK: From stage to stage

  private mutating func next() {
    stage += 1
    stageStart = nil
    done = plan.stages[..<stage].reduce(0) { $0 + Self.size(of: $1) }
    enter()
  }

  private mutating func enter() {
    (phase, queue, wishes) = (.posing(since: nil), [], [])
    guard !isDone else { return say(.done) }
    switch plan.stages[stage] {
    case .looks(_, let places): queue = places.shuffled(using: &draws).map { ($0, 0) }
    case .page(let all): wishes = all[...]
    }
    say(.holdStill)
  }

  /// Time has jumped: the person may have looked away.
  private mutating func interrupt(_ time: Double) {
    stageStart = time
    lastGood = time
    switch phase {
    case .looking, .posing: phase = .posing(since: nil)
    case .reading: startReading(time)
    case .wishing(let wish, _):
      wishes = [wish] + wishes
      startReading(time)
    }
  }

  private mutating func say(
    _ prompt: CalibrationPrompt, target: SIMD2<Double>? = nil, intent: ScrollDirection? = nil
  ) {
    current = Step(
      prompt: prompt, target: target, intent: intent, progress: total == 0 ? 1 : Double(done) / Double(total))
  }

  private static func prompt(_ wish: ScrollDirection) -> CalibrationPrompt {
    switch wish {
    case .up: .scrollUp
    case .down: .scrollDown
    case .none: .read
    }
  }

  private static func size(of stage: CalibrationPlan.Stage) -> Int {
    switch stage {
    case .looks(_, let places): places.count
    case .page(let wishes): wishes.count
    }
  }
}

/// SplitMix64 (Steele, Lea & Flood 2014): enough to shuffle dots.
private struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
