import Calibrate
import GazeMetrics
import GazePipeline
import GazeRecording
import GazeTesting

/// The rows on each target, by eye, as one stretch or as one stretch per visit, in bounded memory.
struct TargetStretches {
  /// Seconds after a target's onset that are left out.
  let settling: Double
  let visits: QualityRun.Visits
  private let probability: Double
  private var targets: [GazeAngles] = []
  /// Current stretches and finished ones, indexed by eye, then by target.
  private var open: [[FixationQuality]]
  private var closed: [[StretchTally]]

  init(eyes: Int, settling: Double, visits: QualityRun.Visits, probability: Double) {
    (self.settling, self.visits, self.probability) = (settling, visits, probability)
    open = Array(repeating: [], count: eyes)
    closed = Array(repeating: [], count: eyes)
  }

  /// Adds a new target.
  mutating func append(_ target: GazeAngles) {
    targets.append(target)
    for eye in open.indices {
      open[eye].append(FixationQuality(target: target))
      closed[eye].append(StretchTally())
    }
  }

  /// Begins a visit of a target.
  mutating func begin(_ target: Int) {
    if visits == .apart { close(target) }
  }

  /// Takes in a row on a target whose onset was `elapsed` seconds ago.
  mutating func add(_ gaze: [GazeAngles?], to target: Int, at time: Double, after elapsed: Double) {
    guard elapsed >= settling - 1e-9 else { return }
    for eye in open.indices { open[eye][target].add(gaze[eye], at: time) }
  }

  /// Ends all visits.
  mutating func finish() {
    for target in targets.indices { close(target) }
  }

  /// The tally of an eye's stretches on a target.
  func stretches(eye: Int, target: Int) -> StretchTally { closed[eye][target] }

  private mutating func close(_ target: Int) {
    for eye in open.indices where open[eye][target].sampleCount > 0 {
      closed[eye][target].add(open[eye][target], probability)
      open[eye][target] = FixationQuality(target: targets[target])
    }
  }
}

/// Means over the stretches of one eye on one target.
struct StretchTally {
  /// Number of stretches.
  private(set) var count = 0
  /// Number of samples, with a gaze or without.
  private(set) var samples = 0
  private var accuracy = Mean(), rms = Mean(), std = Mean(), bcea = Mean(), loss = Mean(), frequency = Mean()
  private var right = Mean(), up = Mean()

  /// Mean of the known values.
  private struct Mean {
    private var sum = 0.0
    private var count = 0

    var value: Double? { count > 0 ? sum / Double(count) : nil }

    mutating func add(_ value: Double?) {
      guard let value else { return }
      sum += value
      count += 1
    }
  }

  mutating func add(_ stretch: FixationQuality, _ probability: Double) {
    count += 1
    samples += stretch.sampleCount
    accuracy.add(stretch.accuracyDegrees)
    rms.add(stretch.rmsS2SDegrees)
    std.add(stretch.stdDegrees)
    bcea.add(stretch.bceaDegrees2(probability: probability))
    loss.add(stretch.dataLoss)
    frequency.add(stretch.effectiveFrequency)
    right.add(stretch.offsetDegrees?.x)
    up.add(stretch.offsetDegrees?.y)
  }

  /// Means of the quality figures over the stretches.
  var means: QualityReport.Figures {
    QualityReport.Figures(
      accuracyDegrees: accuracy.value, precisionRMSS2SDegrees: rms.value, precisionSTDDegrees: std.value,
      bceaDegrees2: bcea.value, dataLoss: loss.value, effectiveFrequency: frequency.value)
  }

  /// Mean direction of the gaze relative to the target (`FixationQuality.offsetDegrees`); nil if no stretch has one.
  var offsetDegrees: [Double]? { right.value.flatMap { x in up.value.map { [x, $0] } } }
}

/// Counts the targets at whose onset the gaze is still at the previous target. In a log of every frame these are nearly
/// all targets; in stretches that were cut out of a log there are no such targets.
struct TargetChanges {
  /// Seconds after a target's onset during which eyes have not reacted yet.
  private static let reaction = 0.1

  /// Changes of the target that were followed by a gaze in time.
  private(set) var count = 0
  /// Changes with the gaze nearer to the previous target.
  private(set) var late = 0
  private var before: GazeAngles?
  private var present: (target: GazeAngles, since: Double)?
  private var isOpen = false

  /// True if the table is a log of every frame.
  var isLog: Bool { 2 * late > count }

  /// Takes in the onset of a target.
  mutating func begin(_ target: GazeAngles, at time: Double) {
    before = present?.target
    present = (target, time)
    isOpen = before != nil && before != target
  }

  /// Takes in a gaze on the present target; nil if it is lost.
  mutating func add(_ gaze: GazeAngles?, at time: Double) {
    guard isOpen, let before, let present, let gaze else { return }
    isOpen = false
    guard time - present.since <= Self.reaction else { return }
    func distance(_ a: GazeAngles) -> Double { SIMD2(a.yaw - gaze.yaw, a.pitch - gaze.pitch).length }
    count += 1
    if distance(before) < distance(present.target) { late += 1 }
  }
}

/// Pointer errors while the eyes rest on targets, from `PersonResult.settling` after each onset. Blinks and frames in
/// which the pipeline computes no new pointer are left out.
struct SettledFixations: Trial {
  /// Samples and means.
  struct Result {
    /// Pointer − target of every sample, points.
    var errors: [Vector2] = []
    /// Mean of the unsmoothed pointer on each target, in the order of the targets.
    var raw: [(target: Vector2, pointer: Vector2)] = []
  }

  private var pipeline: any PointerPipeline
  private var errors: [Vector2] = []
  private var sums: [(target: Vector2, sum: Vector2, count: Double)] = []
  private var shown: (target: Vector2, since: Double)?

  init(_ pipeline: any PointerPipeline) { self.pipeline = pipeline }

  mutating func step(_ sample: RecordedFrame) -> PointerOutput {
    let (frame, target) = (sample.observation.frame, sample.observation.target)
    let output = pipeline.step(frame, sample.observation.app.context)
    if target != shown?.target { shown = target.map { ($0, frame.time) } }
    guard let shown, frame.time - shown.since >= PersonResult.settling, frame.blink.max() <= 0.5,
      let raw = output.rawPointer
    else { return output }
    if let pointer = output.pointer { errors.append(pointer - shown.target) }
    if sums.last?.target != shown.target { sums.append((shown.target, .zero, 0)) }
    sums[sums.count - 1].sum += raw
    sums[sums.count - 1].count += 1
    return output
  }

  mutating func finish() -> Result { Result(errors: errors, raw: sums.map { ($0.target, $0.sum / $0.count) }) }
}

/// Finds fixations on stationary targets. In a recording without stationary targets it finds pursuits of a moving
/// target, and in a recording without targets it finds fixations on the edge of the screen towards which the person
/// wants to scroll a page.
struct FixationSearch {
  /// Fixations found in a recording.
  struct Found {
    var fixations: [Fixation]
    var tally: FixationFinder.Tally
    /// Lag of the gaze behind a moving target.
    var lag: Double?
    var areWishes = false
  }

  private let screen: ScreenGeometry
  private var standing = FixationFinder()
  private var fixations: [Fixation] = []
  private var moving = PursuitFinder()
  private var wishing = FixationFinder()
  private var wishes: [Fixation] = []

  /// A finder for a screen of this nominal geometry, in the interface's orientation.
  init(on screen: ScreenGeometry) { self.screen = screen }

  mutating func add(_ observation: RecordedFrame.Observation) {
    if let fixation = standing.add(observation) { fixations.append(fixation) }
    moving.add(observation)
    if let wish = wishing.add(IntentFixations.observation(observation, points: screen.points)) { wishes.append(wish) }
  }

  mutating func finish() -> Found {
    fixations += standing.finish()
    guard fixations.isEmpty else { return Found(fixations: fixations, tally: standing.tally) }
    let pursuits = moving.pursuits(on: screen)
    if !pursuits.isEmpty {
      let lag = pursuits.reduce(0) { $0 + $1.lag } / Double(pursuits.count)
      return Found(fixations: pursuits.flatMap(\.fixations), tally: standing.tally, lag: lag)
    }
    wishes += wishing.finish()
    return Found(fixations: wishes, tally: standing.tally, areWishes: !wishes.isEmpty)
  }

  /// The kind of the fixations in words; empty if they are on stationary targets.
  static func kind(_ found: [Found]) -> String {
    let lags = found.compactMap(\.lag)
    if !lags.isEmpty {
      let mean = lags.reduce(0, +) / Double(lags.count)
      return ", a moving target with a lag of \(NumberText.whole(1000 * mean)) ms"
    }
    return found.contains { $0.areWishes } ? ", the page's edge with an intent to scroll" : ""
  }
}
