import GazePipeline

/// Compares the person's pose with the pose that a plan asks for, and selects the prompt that leads the person there.
struct PoseWatch: Sendable {
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
  private var rests: [Double?: (mean: SIMD2<Double>, frames: Double)] = [:]
  /// 1 or −1 once a turn along that axis was taken: the direction of that first turn. That the frames' x grows to
  /// screen right is inferred, not measured on a phone; in either case, the second turn must be opposite to the first.
  private var sign = SIMD2<Double>.zero
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
  private func rest(at distance: Double?) -> SIMD2<Double>? {
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
