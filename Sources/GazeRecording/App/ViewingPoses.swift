import GazePipeline

/// Position of a face and direction of its gaze, as far as an app can determine them before any calibration.
struct ViewerPose {
  /// Distance of the eyes from the screen's plane, metres.
  var distance: Double
  /// Direction of the face, (yaw, pitch) towards the interface's right and up, radians.
  var head: Vector2
  /// Intersection of the reported gaze with the screen's plane, in the interface's axes, metres from the camera; nil if
  /// the gaze misses the plane.
  var hit: Vector2?
  /// True if the mean closure of the two lids is more than one half.
  var isBlinking: Bool

  /// nil without a face, or if the poses are not rigid transforms or put the eyes behind the screen.
  init?(_ frame: FaceFrame, _ orientation: ScreenOrientation) {
    guard frame.isTracked, let cameraFromFace = frame.cameraFromFace, let eye = CyclopeanEye(frame) else { return nil }
    let origin = cameraFromFace.apply(eye.origin)
    let facing = GazeAngles(direction: cameraFromFace.rotation.z)
    guard origin.z < 0, facing.yaw.isFinite, facing.pitch.isFinite else { return nil }
    distance = -origin.z
    head = orientation.interface(fromPortrait: SIMD2(facing.yaw, facing.pitch))
    let ray = GazeRay(origin: origin, direction: cameraFromFace.apply(direction: eye.direction))
    hit = ray.hitOnScreenPlane().map(orientation.interface(fromPortrait:))
    // A comparison with NaN is false, so an unknown closure is not a blink; whether the frame is usable then depends on
    // its matrices.
    isBlinking = frame.blink.x + frame.blink.y > 1
  }
}

/// Compares the person's pose with the pose that a plan asks for, and selects the prompt that leads the person there.
struct PoseWatch {
  /// Largest error of the distance, metres, when the pose is reached and while it is kept. With these errors the ratio
  /// of the distances 45 and 25 cm is still at least 1.5.
  static let nearness = (reached: 0.015, kept: 0.03)
  /// Shares of the requested turn that count as reached and as kept. With requested turns of 10° to both sides, half of
  /// each turn still makes a span of 10°.
  static let turned = (reached: 0.7...2.0, kept: 0.5...2.5)
  /// Largest turn that still counts as straight, radians.
  static let straight = (reached: 6 * Double.pi / 180, kept: 10 * Double.pi / 180)

  /// Direction of the face when it faces the screen, (yaw, pitch), as the mean over the straight fixations from each
  /// distance, and the number of frames of these fixations. The direction is kept per distance because a phone that is
  /// held nearer is held at another angle.
  private var rests: [Double?: (mean: Vector2, frames: Double)] = [:]
  /// 1 or −1 once a turn along that axis was taken: the direction of that first turn. That the frames' x grows to
  /// screen right is inferred, not measured on a phone; in either case, the second turn must be opposite to the first.
  private var sign = Vector2.zero
  /// True if the head was turned in the last pose, so that the person must turn it back.
  private var isTurned = false

  /// The prompt that leads `viewer` into the pose; nil if the pose is right.
  ///
  /// - Parameter isTaken: true if the pose was reached before; larger errors are then allowed.
  func obstacle(_ viewer: ViewerPose, to pose: CalibrationPlan.Pose, isTaken: Bool) -> CalibrationPrompt? {
    if let distance = pose.distance {
      let margin = isTaken ? Self.nearness.kept : Self.nearness.reached
      if viewer.distance > distance + margin { return .comeCloser(to: distance, from: viewer.distance) }
      if viewer.distance < distance - margin { return .goFurther(to: distance, from: viewer.distance) }
    }
    guard let rest = rest(at: pose.distance) else { return nil }
    let turn = viewer.head - rest
    guard let axis = Self.axis(of: pose) else {
      let limit = isTaken ? Self.straight.kept : Self.straight.reached
      return rests[pose.distance] != nil && turn.length > limit && isTurned ? .faceScreen : nil
    }
    let share = turn[axis] / pose.turn[axis]
    let taken = sign[axis] == 0 ? abs(share) : sign[axis] * share
    guard !(isTaken ? Self.turned.kept : Self.turned.reached).contains(taken) else { return nil }
    if taken > Self.turned.reached.upperBound { return .faceScreen }
    let isPositive = pose.turn[axis] > 0
    let way: CalibrationPrompt.Turn = axis == 0 ? (isPositive ? .right : .left) : (isPositive ? .up : .down)
    return .turnHead(way, degrees: abs(pose.turn[axis]) * 180 / .pi)
  }

  /// Registers that the pose was held for the required time.
  mutating func take(_ viewer: ViewerPose, _ pose: CalibrationPlan.Pose) {
    let axis = Self.axis(of: pose)
    isTurned = axis != nil
    guard let axis, sign[axis] == 0, let rest = rest(at: pose.distance) else { return }
    sign[axis] = (viewer.head[axis] - rest[axis]) * pose.turn[axis] < 0 ? -1 : 1
  }

  /// Adds a frame of a fixation from the pose.
  mutating func look(_ viewer: ViewerPose, _ pose: CalibrationPlan.Pose) {
    guard Self.axis(of: pose) == nil else { return }
    var rest = rests[pose.distance] ?? (.zero, 0)
    rest.frames += 1
    rest.mean += (viewer.head - rest.mean) / rest.frames
    rests[pose.distance] = rest
  }

  /// The straight direction of the face at that distance; if no straight fixation was seen at it, the mean over all
  /// distances.
  private func rest(at distance: Double?) -> Vector2? {
    if let rest = rests[distance] { return rest.mean }
    // Sorted, so that the sum is rounded in the same way in every run.
    let all = rests.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map(\.value)
    let frames = all.reduce(0) { $0 + $1.frames }
    return frames > 0 ? all.reduce(.zero) { $0 + $1.mean * $1.frames } / frames : nil
  }

  /// Axis of the turn: 0 for a turn to the side, 1 for one up or down, nil for no turn.
  private static func axis(of pose: CalibrationPlan.Pose) -> Int? {
    if pose.turn == .zero { return nil }
    return abs(pose.turn.x) >= abs(pose.turn.y) ? 0 : 1
  }
}

/// One fixation of a dot: decides whether it was steady enough to be used.
struct DotWatch {
  /// Time at which the dot appeared, seconds.
  let start: Double
  private var frames = 0
  private var usable = 0.0
  private var mean = Vector2.zero
  private var squares = Vector2.zero
  var distance = 0.0
  var head = Vector2.zero

  init(start: Double) { self.start = start }

  /// Adds a frame after the settling time; pass nil for a frame without a face.
  mutating func add(_ viewer: ViewerPose?) {
    frames += 1
    guard let viewer, !viewer.isBlinking, let hit = viewer.hit else { return }
    usable += 1
    let before = hit - mean
    mean += before / usable
    squares += before * (hit - mean)
    distance += (viewer.distance - distance) / usable
    head += (viewer.head - head) / usable
  }

  /// True if there are enough frames, at least half of them are usable, and the gaze stayed at one place.
  var isSteady: Bool {
    // Ten frames are the least number of the fit, `FixationFinder.Settings.minimumSamples`.
    guard usable >= 10, 2 * usable >= Double(frames), distance > 0 else { return false }
    // The spread √(σx² + σy²) may be 1.5°, four times the joint noise of the tracker and of a resting eye (the models'
    // standard deviation: 0.4°). Only a second fixation, of another place, exceeds it.
    return (squares.sum() / usable).squareRoot() <= 1.5 * .pi / 180 * distance
  }
}

/// Poses that the steady fixations of a calibration cover, which decide whether a fit can distinguish its parameters.
public struct ViewingCoverage: Sendable, Equatable {
  /// Number of steady fixations.
  public internal(set) var fixations = 0
  /// Number of fixations that stayed unsteady after all retries.
  public internal(set) var unsteady = 0
  /// Number of stages that were left out.
  public internal(set) var skipped = 0
  /// Range of the distances of the eyes from the screen, metres; nil without a fixation.
  public internal(set) var distances: ClosedRange<Double>?
  /// Range of the head yaw, radians.
  public internal(set) var yaws: ClosedRange<Double>?
  /// Range of the head pitch, radians.
  public internal(set) var pitches: ClosedRange<Double>?

  mutating func add(_ look: DotWatch) {
    fixations += 1
    func wider(_ range: ClosedRange<Double>?, _ value: Double) -> ClosedRange<Double> {
      min(range?.lowerBound ?? value, value)...max(range?.upperBound ?? value, value)
    }
    distances = wider(distances, look.distance)
    yaws = wider(yaws, look.head.x)
    pitches = wider(pitches, look.head.y)
  }

  /// Ratio of the largest distance to the smallest; 1 without a fixation.
  public var distanceRatio: Double {
    guard let distances, distances.lowerBound > 0 else { return 1 }
    return distances.upperBound / distances.lowerBound
  }

  /// Sentences on the parameters that a fit of these fixations cannot distinguish; empty if it can distinguish all.
  public var shortfalls: [String] {
    func span(_ range: ClosedRange<Double>?) -> Double { range.map { $0.upperBound - $0.lowerBound } ?? 0 }
    var all: [String] = []
    // The least ratio and the least span are those of the fit.
    if distanceRatio < 1.5 {
      all.append(
        "The distances span a ratio of \(NumberText.rounded(distanceRatio, 1)); "
          + "a fit needs 1.5 to separate camera and gaze offset.")
    }
    for (name, direction, range) in [("yaw", "horizontal", yaws), ("pitch", "vertical", pitches)]
    where span(range) < 10 * .pi / 180 {
      let degrees = NumberText.rounded(span(range) * 180 / .pi, 1)
      all.append("Head \(name) spans \(degrees)°; a fit needs 10° to separate \(direction) gain and screen size.")
    }
    return all
  }
}
