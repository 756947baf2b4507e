package import GazePipeline

/// Finds fixations in a stream of observations, with bounded memory.
///
/// A fixation is a run of one participant's frames with one target. It excludes the settling time after the target
/// appeared, lost and unusable frames, blinks and the time just after them, frames that repeat the previous pose, and
/// outliers. A gap in time ends the run, since the person may have looked away; the next run begins with another
/// settling time.
///
/// The finder takes `RecordedFrame.Observation`s, so it cannot see a simulation's truth.
public struct FixationFinder: Sendable {
  /// Thresholds of the rule.
  public struct Settings: Sendable, Equatable {
    /// Seconds after a change of the target that are left out: reaction, saccade and corrective saccade. The value is
    /// assumed.
    public var settling = 0.6
    /// A lid closed further than this (mean of both, 0…1) is a blink.
    public var blinkThreshold = 0.5
    /// Seconds after a blink that are left out.
    public var afterBlink = 0.1
    /// Longest time between frames within a fixation, seconds.
    public var largestGap = 0.25
    /// Number of robust standard deviations beyond which a sample is an outlier.
    public var outlierLimit = 5.0
    /// Fewest frames of a fixation.
    public var minimumSamples = 10

    /// The defaults.
    public init() {}
  }

  /// Counts of frames by outcome; they explain why there are no fixations.
  public struct Tally: Sendable, Equatable {
    /// Number of all frames.
    public var frames = 0
    /// Number of frames without a target, or with a target that is not finite.
    public var withoutTarget = 0
    /// Number of frames with a target in which the face was lost.
    public var lost = 0
    /// Number of frames left out because they are part of a blink or follow one within `Settings.afterBlink`.
    public var blinking = 0
    /// Number of frames left out because the target had just appeared.
    public var settling = 0
    /// Number of frames left out because they repeat the previous frame's pose.
    public var duplicates = 0
    /// Number of frames left out because time, pose or eyes were not usable.
    public var unusable = 0
    /// Number of samples removed as outliers.
    public var outliers = 0
    /// Number of fixations found.
    public var fixations = 0
    /// Number of runs of frames that were too short for a fixation.
    public var dropped = 0
    /// Number of frames with a target whose time is not later than the time of the previous frame.
    public var standing = 0
    /// Counts of time steps between frames with the same target: below 20 ms, 50 ms, 0.1 s, 0.3 s, 1 s, and above.
    private var steps = [Int](repeating: 0, count: stepLimits.count + 1)
    private static let stepLimits = [0.02, 0.05, 0.1, 0.3, 1]

    package mutating func addStep(_ step: Double) {
      if step <= 0 { standing += 1 } else { steps[Self.stepLimits.count { $0 <= step }] += 1 }
    }

    /// Approximate median step between frames with a target, seconds: the upper limit of its class.
    package var medianStep: Double? {
      let total = steps.reduce(0, +)
      var sum = 0
      for (index, count) in steps.enumerated() {
        sum += count
        if total > 0, 2 * sum >= total { return index < Self.stepLimits.count ? Self.stepLimits[index] : 2 }
      }
      return nil
    }

    /// Creates a tally in which all counts are 0.
    public init() {}

    /// Adds the counts of another recording. A count that has no line here is lost.
    public mutating func add(_ other: Tally) {
      frames += other.frames
      withoutTarget += other.withoutTarget
      lost += other.lost
      blinking += other.blinking
      settling += other.settling
      duplicates += other.duplicates
      unusable += other.unusable
      outliers += other.outliers
      fixations += other.fixations
      dropped += other.dropped
      standing += other.standing
      for i in steps.indices { steps[i] += other.steps[i] }
    }
  }

  /// Thresholds in use.
  public let settings: Settings
  /// Counts of the frames so far.
  public private(set) var tally = Tally()
  private var runs: [Int: Run] = [:]

  /// A finder that has seen no frames.
  public init(settings: Settings = Settings()) { self.settings = settings }

  /// Adds the next observation; returns a fixation if this observation ended one.
  public mutating func add(_ observation: RecordedFrame.Observation) -> Fixation? {
    tally.frames += 1
    let frame = observation.frame
    let target = observation.target.flatMap { $0.isFinite ? $0 : nil }
    // The run is removed from the dictionary, not copied, so that the samples' buffer has one owner and grows in place.
    var run = runs.removeValue(forKey: observation.participant) ?? Run()
    defer { runs[observation.participant] = run }
    guard frame.time.isFinite else {
      tally.unusable += 1
      return nil
    }
    var ended: Fixation?
    let step = run.lastTime.map { frame.time - $0 } ?? 0
    if target != nil, run.lastTime != nil { tally.addStep(step) }
    if target != run.target || step > settings.largestGap || step < 0 {
      ended = end(run, participant: observation.participant)
      run = Run(target: target, since: frame.time, lastBlink: run.lastBlink, lastFrame: run.lastFrame)
    }
    run.lastTime = frame.time
    defer { run.lastFrame = frame }
    guard let sample = sample(frame, hasTarget: target != nil, run: &run) else { return ended }
    if run.samples.offered == 0 { run.start = frame.time }
    run.samples.offer(sample)
    return ended
  }

  /// Ends all open runs and returns their fixations, by participant.
  public mutating func finish() -> [Fixation] {
    let open = runs.sorted { $0.key < $1.key }
    runs = [:]
    return open.compactMap { end($0.value, participant: $0.key) }
  }

  /// All fixations of a recording, in the order in which they end.
  public static func fixations(
    in observations: some Sequence<RecordedFrame.Observation>, settings: Settings = Settings()
  ) -> (fixations: [Fixation], tally: Tally) {
    var finder = FixationFinder(settings: settings)
    var found: [Fixation] = []
    for observation in observations {
      if let fixation = finder.add(observation) { found.append(fixation) }
    }
    found += finder.finish()
    return (found, finder.tally)
  }

  /// Sample of a frame; nil if the frame is left out, in which case the tally counts the reason.
  private mutating func sample(_ frame: FaceFrame, hasTarget: Bool, run: inout Run) -> Fixation.Sample? {
    // NaN does not count as a blink; then the matrices decide whether the frame is usable.
    if Double(frame.blink.x + frame.blink.y) / 2 > settings.blinkThreshold { run.lastBlink = frame.time }
    guard hasTarget else {
      tally.withoutTarget += 1
      return nil
    }
    guard frame.isTracked else {
      tally.lost += 1
      return nil
    }
    if let blink = run.lastBlink, (0...settings.afterBlink).contains(frame.time - blink) {
      tally.blinking += 1
      return nil
    }
    guard frame.time - run.since >= settings.settling else {
      tally.settling += 1
      return nil
    }
    if let last = run.lastFrame, last.repeatsPose(of: frame) {
      tally.duplicates += 1
      return nil
    }
    // An eye in or behind the screen's plane sees no target on it.
    guard let cameraFromFace = frame.cameraFromFace, let eye = CyclopeanEye(frame),
      cameraFromFace.apply(eye.origin).z < 0
    else {
      tally.unusable += 1
      return nil
    }
    return Fixation.Sample(
      cameraFromFace: cameraFromFace, origin: eye.origin, reported: GazeAngles(direction: eye.direction))
  }

  private mutating func end(_ run: Run, participant: Int) -> Fixation? {
    guard let target = run.target else { return nil }
    var samples = run.samples
    let outliers = samples.removeOutliers(beyond: settings.outlierLimit)
    // The thinned samples represent all samples. Thinning leaves at least half of their capacity filled, so no more
    // than half of the capacity is required.
    guard samples.offered >= settings.minimumSamples,
      samples.kept.count >= max(min(settings.minimumSamples, samples.capacity / 2), 1)
    else {
      tally.dropped += 1
      return nil
    }
    tally.outliers += outliers
    tally.fixations += 1
    return Fixation(participant: participant, target: target, start: run.start, samples: samples.kept)
  }
}

/// Frames of one participant with one target, as far as they have come.
private struct Run {
  var target: Vector2?
  var since = 0.0
  var start = 0.0
  var lastTime: Double?
  var lastBlink: Double?
  var lastFrame: FaceFrame?
  var samples = ThinnedSamples()
}

extension FaceFrame {
  /// True if pose and eyes are the same, bit for bit.
  package func repeatsPose(of other: FaceFrame) -> Bool {
    face == other.face && leftEye == other.leftEye && rightEye == other.rightEye && camera == other.camera
  }
}
