import GazePipeline

/// Tells whether a person has the pose that a plan asks for, and if not what to say.
struct PoseWatch: Sendable {
  /// How near the distance must come, metres, and how far it may then stray: 25 and 45 cm stay a ratio of 1.5 apart.
  static let nearness = (reached: 0.015, kept: 0.03)
  /// Shares of the turn asked for that count as taken, and as kept: both ways they leave 10° between.
  static let turned = (reached: 0.7...2.0, kept: 0.5...2.5)
  /// How far from straight still is straight, radians.
  static let straight = (reached: 6 * Double.pi / 180, kept: 10 * Double.pi / 180)

  /// Where the face points when it faces the screen, (yaw, pitch), and over how many frames: the mean over straight looks
  /// from a distance. Who holds the phone nearer holds it at another angle.
  private var rests: [Double?: (mean: SIMD2<Double>, frames: Double)] = [:]
  /// 1 or −1 once a turn was taken along that axis: which way of the two the first one was. That the frames' x grows to
  /// screen right is inferred, not measured on a phone: whichever way it is, the second turn must be the other one.
  private var sign = SIMD2<Double>.zero
  /// The pose taken last had the head turned, so that it must be turned back.
  private var isTurned = false

  /// What keeps `viewer` from the pose; nil where nothing does.
  ///
  /// - Parameter isTaken: the pose was reached before, so that a little straying is allowed.
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

  /// The pose was held for as long as it must be.
  mutating func take(_ viewer: ViewerPose, _ pose: CalibrationPlan.Pose) {
    let axis = Self.axis(of: pose)
    isTurned = axis != nil
    guard let axis, sign[axis] == 0, let rest = rest(at: pose.distance) else { return }
    sign[axis] = (viewer.head[axis] - rest[axis]) * pose.turn[axis] < 0 ? -1 : 1
  }

  /// A frame of a look from the pose.
  mutating func look(_ viewer: ViewerPose, _ pose: CalibrationPlan.Pose) {
    guard Self.axis(of: pose) == nil else { return }
    var rest = rests[pose.distance] ?? (.zero, 0)
    rest.frames += 1
    rest.mean += (viewer.head - rest.mean) / rest.frames
    rests[pose.distance] = rest
  }

  /// Straight from that distance, or where none was seen there, from all.
  private func rest(at distance: Double?) -> SIMD2<Double>? {
    if let rest = rests[distance] { return rest.mean }
    // In order, so that rounding is the same in every run.
    let all = rests.sorted { ($0.key ?? 0) < ($1.key ?? 0) }.map(\.value)
    let frames = all.reduce(0) { $0 + $1.frames }
    return frames > 0 ? all.reduce(.zero) { $0 + $1.mean * $1.frames } / frames : nil
  }

  /// 0 for a turn to the side, 1 for one up or down, nil for none.
  private static func axis(of pose: CalibrationPlan.Pose) -> Int? {
    if pose.turn == .zero { return nil }
    return abs(pose.turn.x) >= abs(pose.turn.y) ? 0 : 1
  }
}
