private import GazePipeline

/// 9 targets (10, 50, 90 %) for each of 3 distances × 5 head rotations, in an order that differs by pose and with the
/// distance changing every time, so that slow drift does not look like geometry. Before each pose the app asks for it
/// and shows no target.
struct CalibrationScript: Script {
  static let distances = [0.25, 0.35, 0.45]
  static let turns: [SIMD2<Double>] = [
    .zero, SIMD2(10.0.radians, 0), SIMD2(-10.0.radians, 0), SIMD2(0, 10.0.radians), SIMD2(0, -10.0.radians),
  ]
  private var index = 0

  mutating func next(_ context: ScriptContext) -> Episode? {
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
      context.task.targetTime, at: point, target: point, isReaction: true, headTurn: turn, distance: distance)
  }
}

/// Middle and four corners (15, 85 %), half as long again as in the device's protocol: there are few.
struct PersonalScript: Script {
  static let places: [SIMD2<Double>] = [
    SIMD2(0.5, 0.5), SIMD2(0.15, 0.15), SIMD2(0.85, 0.15), SIMD2(0.15, 0.85), SIMD2(0.85, 0.85),
  ]
  private var index = 0

  mutating func next(_ context: ScriptContext) -> Episode? {
    defer { index += 1 }
    guard index > 0 else { return Episode(1, at: context.point(0.5, 0.5)) }
    guard index <= Self.places.count else { return nil }
    let place = Self.places[index - 1]
    let point = context.point(place.x, place.y)
    return Episode(1.5 * context.task.targetTime, at: point, target: point, isReaction: true)
  }
}

/// A 4 × 4 grid (12.5, 37.5, 62.5, 87.5 %), shuffled anew for each round, without end.
struct ValidationScript: Script {
  private var index = 0

  mutating func next(_ context: ScriptContext) -> Episode? {
    defer { index += 1 }
    let place = context.order(16, index / 16)[index % 16]
    let point = context.point(0.125 + 0.25 * Double(place % 4), 0.125 + 0.25 * Double(place / 4))
    return Episode(context.task.targetTime, at: point, target: point, isReaction: true)
  }
}
