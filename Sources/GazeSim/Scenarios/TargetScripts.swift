import GazePipeline
private import GazeRecording

/// 9 targets (10, 50, 90 %) for each of 3 distances × 5 head rotations. The order of targets differs between poses and
/// the distance changes every time, so that a fit cannot mistake slow drift for an effect of the geometry. Before each
/// pose the app asks for the pose and shows no target.
struct CalibrationScript: Script {
  static let distances = [0.25, 0.35, 0.45]
  static let turns: [Vector2] = [
    .zero, SIMD2(10.0.radians, 0), SIMD2(-10.0.radians, 0), SIMD2(0, 10.0.radians), SIMD2(0, -10.0.radians),
  ]
  private var index = 0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    // Ten episodes a pose: the request, then the 9 targets.
    let (pose, step) = (index / 10, index % 10)
    guard pose < Self.distances.count * Self.turns.count else { return nil }
    index += 1
    let (distance, turn) = (Self.distances[pose % Self.distances.count], Self.turns[pose / Self.distances.count])
    if step == 0 {
      return Episode(2, at: context.point(0.5, 0.5), headTurn: turn, distance: distance)
    }
    let place = context.order(9, pose)[step - 1]
    let point = context.point(0.1 + 0.4 * Double(place % 3), 0.1 + 0.4 * Double(place / 3))
    return Episode(
      context.task.targetTime, at: point, isTarget: true, isReaction: true, headTurn: turn, distance: distance)
  }
}

/// Targets in the middle and four corners (15, 85 %). Each target is shown half as long again as in the device's
/// protocol, because there are only five.
struct PersonalScript: Script {
  static let places: [Vector2] = [
    SIMD2(0.5, 0.5), SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85),
  ]
  private var index = 0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    guard index > 0 else { return Episode(1, at: context.point(0.5, 0.5)) }
    guard index <= Self.places.count else { return nil }
    let place = Self.places[index - 1]
    return Episode(
      1.5 * context.task.targetTime, at: context.point(place.x, place.y), isTarget: true, isReaction: true)
  }
}

/// A grid of `task.grid` × `task.grid` points at the centres of equal cells (4: 12.5, 37.5, 62.5, 87.5 %), shuffled
/// again for each round, without end. In `stress` the head swings from target to target by `task.headTurns`.
struct ValidationScript: Script {
  private var index = 0
  private var order: [Int] = []

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let n = Int(context.task.grid)
    if index % (n * n) == 0 { order = context.order(n * n, index / (n * n)) }
    let place = order[index % (n * n)]
    let point = context.point((Double(place % n) + 0.5) / Double(n), (Double(place / n) + 0.5) / Double(n))
    var turn = Vector2.zero
    if context.task.headTurns > 0 {
      let u = context.stream(.scriptPlace).uniforms(UInt64(index))
      turn = SIMD2(2 * u.x - 1, 0.5 * (2 * u.y - 1)) * context.task.headTurns
    }
    return Episode(context.task.targetTime, at: point, isTarget: true, isReaction: true, headTurn: turn)
  }
}

/// A target that moves on a Lissajous curve over four fifths of the screen, half a minute for each of three curves: up
/// and down, from side to side, and over the whole area. The app shows the target, so its position is known.
struct PursuitScript: Script {
  private var index: UInt64 = 0

  mutating func next(_ context: ScriptContext, _ view: PageView) -> Episode? {
    defer { index += 1 }
    let screen = context.screen
    let amplitude = screen.points * 0.4
    let u = context.stream(.scriptPlace).uniforms(index)
    // The amplitude follows from the wanted mean speed, which for a·sin(2πft) is 4·a·f.
    let metres = context.task.pursuitSpeed * context.distance
    let rate = metres / (4 * amplitude / screen.pointsPerMetre)
    let shape = [SIMD2(0.0, 1), SIMD2(1.0, 0), SIMD2(0.83, 0.56)][Int(index % 3)]
    var episode = Episode(30, at: screen.points / 2, isTarget: true, state: .pursue, isReaction: true)
    // The rates differ between the axes, because equal rates would give a straight line.
    episode.anchor = .moving(
      TargetMotion(
        amplitude: amplitude * SIMD2(shape.x > 0 ? 1 : 0, shape.y > 0 ? 1 : 0), rate: rate * shape,
        phase: u * (2 * .pi)))
    return episode
  }
}
