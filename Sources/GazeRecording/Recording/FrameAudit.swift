package import GazePipeline

/// Contents and quality of the frames of one person or of all people. The properties' names are keys of the JSON that
/// `record-info` and `quality` print; those that follow from times alone are filled by `TimeAudit.fill`.
public struct FrameQuality: Sendable, Equatable, Codable {
  /// A gap: two frames more than one and a half usual steps apart.
  public struct Gap: Sendable, Equatable, Codable {
    /// Seconds between the two frames.
    public var seconds: Double
    /// Time of the first frame, seconds.
    public var after: Double
    /// The person's number.
    public var participant: Int
  }

  /// Counts of `RecordedFrame.AppState`.
  public struct App: Sendable, Equatable, Codable {
    /// Frames with a pointer.
    public var pointerFrames = 0
    /// Frames that state whether the app scrolled.
    public var scrollFrames = 0
    /// Frames in which the app scrolled.
    public var scrolls = 0
    /// Frames in which a finger came down.
    public var taps = 0
    /// Frames with a dot for recentring.
    public var dotFrames = 0
    /// Number of times that a dot for recentring appeared or moved.
    public var dots = 0
    /// Frames with the page's offset.
    public var pageFrames = 0
  }

  /// People with at least one frame.
  public var people = 0
  /// Number of frames.
  public var frames = 0
  /// Time from each person's first frame to the last, summed over people.
  public var seconds = 0.0
  /// Frame rate as the inverse of the median step, Hz; nil if there are too few frames.
  @ExplicitNull public var rate: Double?
  /// Number of steps longer than one and a half times the median.
  public var gaps = 0
  /// Number of frames that would fill the gaps.
  public var missingFrames = 0
  /// The longest step, seconds.
  public var longestGapSeconds = 0.0
  /// The longest gaps, at most ten, longest first.
  public var longestGaps: [Gap] = []
  /// Frames without a face.
  public var lostFrames = 0
  /// Number of runs of frames without a face.
  public var losses = 0
  /// 1 − frames with a face / frames expected; nil without frames.
  @ExplicitNull public var dataLoss: Double?
  /// Frames with the same time as the previous frame.
  public var sameTime = 0
  /// Frames with the same poses and lids as the previous frame, because the tracker repeated its result.
  public var repeatedFrames = 0
  /// Frames with an earlier time than the person's previous frame.
  public var runsBack = 0
  /// Number of blinks: closures of both lids beyond one half.
  public var blinks = 0
  /// Frames with a target.
  public var targetFrames = 0
  /// Number of times that a target appeared or moved.
  public var targets = 0
  /// Frames that hold the person's intent.
  public var intentFrames = 0
  /// Number of times that a person began to want a scroll.
  public var intents = 0
  /// Frames with a simulator's truth.
  public var truthFrames = 0
  /// Frames with facial coefficients.
  public var blendShapeFrames = 0
  /// True if no tracked frame holds a face but frames hold a pointer, as in a table of gaze; nil in every other
  /// recording. The counts of poses are then 0, and lost frames are those with a lost gaze.
  public var hasNoFaces: Bool?
  /// Counts of the parts of the app's state; nil if no frame holds a part.
  public var app: App?
  /// Frames with a face in which the pose of the face, or the poses of both eyes, are not rigid transforms.
  public var unusableFrames = 0
  /// Median distance from the camera to the face, metres; nil if no pose is known.
  @ExplicitNull public var distance: Double?
}

/// Counts the contents of frames, one frame at a time. Memory use grows with the number of people, not with the number
/// of frames.
package struct FrameAudit {
  private struct Person {
    var digest: UInt64?
    var isLost = false
    var isBlinking = false
    var target: Vector2?
    var intent: ScrollDirection?
    var dot: Vector2?
  }

  private var people: [Int: Person] = [:]
  private var quality = FrameQuality()
  /// Number of tracked frames with the pose of a face or an eye.
  private var faces = 0
  private var times = TimeAudit()
  private var distances = StepTally()
  /// Distances between the face's origin and an eye.
  private var eyeOffsets = StepTally()
  /// Number of matrices whose translation is in the place that row-major order gives it; `upright` counts matrices
  /// whose translation is in the place of column-major order.
  package private(set) var transposed = 0
  package private(set) var upright = 0

  package init() {}

  /// Takes in a frame.
  package mutating func step(_ observation: RecordedFrame.Observation, hasTruth: Bool = false) {
    let frame = observation.frame
    times.step(frame.time, participant: observation.participant)
    if hasTruth { quality.truthFrames += 1 }
    if frame.blendShapes != nil { quality.blendShapeFrames += 1 }
    if observation.target != nil { quality.targetFrames += 1 }
    if observation.intent != nil { quality.intentFrames += 1 }
    if frame.isTracked { checkPoses(frame) } else { quality.lostFrames += 1 }
    let digest = frame.isTracked ? PoseDigest.of(frame) : nil
    let isClosed = frame.isTracked && min(frame.blink.x, frame.blink.y) > 0.5
    let before = people[observation.participant] ?? Person()
    if observation.app.isTold { count(observation.app, last: before.dot) }
    if !frame.isTracked, !before.isLost { quality.losses += 1 }
    if isClosed, !before.isBlinking { quality.blinks += 1 }
    if let digest, digest == before.digest { quality.repeatedFrames += 1 }
    if observation.target != nil, observation.target != before.target { quality.targets += 1 }
    if let intent = observation.intent, intent != .none, intent != before.intent { quality.intents += 1 }
    people[observation.participant] = Person(
      digest: digest, isLost: !frame.isTracked,
      isBlinking: isClosed, target: observation.target, intent: observation.intent, dot: observation.app.dot)
  }

  private mutating func count(_ app: RecordedFrame.AppState, last dot: Vector2?) {
    var counts = quality.app ?? FrameQuality.App()
    if app.pointer != nil { counts.pointerFrames += 1 }
    if let scroll = app.scroll {
      counts.scrollFrames += 1
      if scroll != .none { counts.scrolls += 1 }
    }
    if app.tap != nil { counts.taps += 1 }
    if let shown = app.dot {
      counts.dotFrames += 1
      if shown != dot { counts.dots += 1 }
    }
    if app.page != nil { counts.pageFrames += 1 }
    quality.app = counts
  }

  private mutating func checkPoses(_ frame: FaceFrame) {
    if frame.hasFace { faces += 1 }
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      switch matrix.translationPlace {
      case .columns: upright += 1
      case .rows: transposed += 1
      case nil: break
      }
    }
    let eyes = [frame.leftEye, frame.rightEye].compactMap { RigidTransform($0) }
    for eye in eyes { eyeOffsets.add(eye.translation.length) }
    let pose = frame.cameraFromFace
    if let pose { distances.add(pose.translation.length) }
    if pose == nil || eyes.isEmpty { quality.unusableFrames += 1 }
  }

  /// The median step, seconds.
  package var usualStep: Double? { times.usualStep }
  /// The median distance of the eyes from the face's origin.
  package var eyeOffset: Double? { eyeOffsets.median }
  /// The median distance of the face from the camera.
  package var distance: Double? { distances.median }

  /// The counts so far.
  ///
  /// - Parameter rate: nominal frames per second, from which the number of expected frames follows; nil to use the
  ///   measured rate.
  package func finish(rate nominal: Double? = nil) -> FrameQuality {
    var result = quality
    times.fill(&result)
    if faces == 0, result.lostFrames < result.frames, result.app.map({ $0.pointerFrames > 0 }) ?? false {
      // Without any face, no frame lacks a pose, and equal poses repeat nothing.
      result.hasNoFaces = true
      (result.unusableFrames, result.repeatedFrames) = (0, 0)
    }
    result.distance = distances.median
    let usual = times.usualStep.flatMap { $0 >= TimeAudit.leastStep ? $0 : nil }
    if let rate = nominal ?? usual.map({ 1 / $0 }), result.frames > 0 {
      let expected = max((result.seconds * rate).rounded() + Double(result.people), Double(result.frames))
      result.dataLoss = 1 - Double(result.frames - result.lostFrames) / expected
    }
    return result
  }
}

/// A 64-bit hash of a frame's poses and lids: equal frames have equal hashes, different frames almost never do.
package enum PoseDigest {
  package static func of(_ frame: FaceFrame) -> UInt64 {
    var hash = FNV1a.empty
    func mix(_ value: Float) { hash = (hash ^ UInt64(value.bitPattern)) &* 0x0000_0100_0000_01B3 &+ (hash >> 29) }
    for matrix in [frame.camera, frame.face, frame.leftEye, frame.rightEye] {
      for index in 0..<16 { mix(matrix[index]) }
    }
    mix(frame.blink.x)
    mix(frame.blink.y)
    return hash
  }
}
