import GazePipeline

/// Coefficients that ARKit reports for a person's signs: rest with a slow wander, the sign, and the tracker's noise.
struct SignSignals {
  private let habits: SignHabits
  private let lookUp, noiseSD: Double
  private let noise: RandomStream
  private let wanderScale: Vector2
  private var wander: Wander

  init(
    _ p: SimulationParameters.Signs, _ habits: SignHabits, _ stream: (Component) -> RandomStream
  ) {
    self.habits = habits
    lookUp = p.lookUp
    noiseSD = p.noise
    noise = stream(.signNoise)
    func scale(_ shape: SignShape) -> Double { shape.rest.mean / SignShape.brows.rest.mean }
    wanderScale = SIMD2(scale(habits.shape), habits.upShape.map(scale) ?? 0)
    wander = Wander(
      stream(.signRest), sd: SIMD3(repeating: p.wander), timeConstant: p.wanderTime)
  }

  /// Writes the coefficients of the signs.
  ///
  /// - Parameters:
  ///   - lift: heights of the face above its rest, 0…1.
  ///   - upward: reported angle by which the eyes look up in the face's frame, radians.
  ///   - tick: the tick that the camera sees.
  ///   - shapes: ARKit's coefficients.
  mutating func write(_ lift: SIMD2<Float>, upward: Double, at tick: UInt64, into shapes: inout BlendShapes?) {
    let slow = wander.value(at: tick)
    var levels = habits.rest + Vector2(lift) + SIMD2(slow.x, slow.y) * wanderScale
    if noiseSD > 0 { levels += noise.normals(tick) * noiseSD }
    // Brows are raised with the eyes.
    let raise = lookUp * min(max(upward / 20.0.radians, 0), 1)
    if habits.shape == .brows { levels.x += raise }
    if habits.upShape == .brows { levels.y += raise }
    let reported = SIMD2<Float>(levels.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 1)))
    shapes?.write(reported, habits)
  }
}

extension BlendShapes {
  /// A method of the value, because Swift mutates the payload of an optional in place only through its own methods.
  fileprivate mutating func write(_ levels: SIMD2<Float>, _ habits: SignHabits) {
    habits.shape.write(levels.x, into: &self)
    habits.upShape?.write(levels.y, into: &self)
  }
}
