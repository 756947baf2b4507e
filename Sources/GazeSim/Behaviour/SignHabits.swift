import GazePipeline

/// A person's signs: their shapes, the face at rest, and whether the person can make them.
struct SignHabits {
  /// Sign for both directions or, with a second sign, for scrolling down.
  let shape: SignShape
  /// Sign for scrolling up; nil if one sign is for both directions.
  let upShape: SignShape?
  /// Levels of the face at rest, 0…1: x of `shape`, y of `upShape`.
  let rest: Vector2
  let canSign: Bool

  /// Habits drawn from (seed, participant); nil if the face gives no signal.
  init?(_ p: SimulationParameters.Signs, seed: UInt64, participant: Int) {
    guard p.made != 0 else { return nil }
    // Draw 0 is `canSign`, draws from 1 on are the rest levels of the shapes.
    let stream = RandomStream(seed: seed, .signHabits, participant: participant)
    func rest(_ shape: SignShape) -> Double {
      let rest = shape.rest
      let level = rest.mean + rest.sd * stream.normal(UInt64(1 + shape.rawValue))
      return p.rest * min(max(level, rest.limits.lowerBound), rest.limits.upperBound)
    }
    let shape = SignShape(rawValue: Int(p.shape)) ?? .brows
    let upShape = p.twoShapes == 0 ? nil : SignShape(rawValue: Int(p.upShape)) ?? .pucker
    self.shape = shape
    // With the same shape for both directions there is one signal.
    self.upShape = upShape == shape ? nil : upShape
    self.rest = SIMD2(rest(shape), self.upShape.map(rest) ?? 0)
    canSign = stream.uniform(0) >= p.cannot
  }

  /// Closure of the lids by the signs, 0…1.
  func lid(_ lift: SIMD2<Float>) -> Float {
    shape == .longBlink ? lift.x : upShape == .longBlink ? lift.y : 0
  }

  /// Angle by which the signs lower the head, radians.
  func nod(_ lift: SIMD2<Float>) -> Double {
    shape.pitch * Double(lift.x) + (upShape?.pitch ?? 0) * Double(lift.y)
  }
}
