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

/// A deliberate sign of the face; the raw value is that of the constant `sign.shape`.
enum SignShape: Int, CaseIterable {
  /// Both brows raised: `browInnerUp`, and 0.8 of it in `browOuterUpLeft` and `browOuterUpRight` (assumed).
  case brows
  /// `mouthPucker`.
  case pucker
  /// `mouthLeft`.
  case mouthLeft
  /// `mouthRight`.
  case mouthRight
  /// `mouthSmileLeft` and `mouthSmileRight`.
  case smile
  /// `cheekPuff`.
  case cheekPuff
  /// The head nods, down and back; no coefficient changes.
  case nod
  /// Both lids close for longer than in a blink.
  case longBlink

  /// Level of a relaxed face over people, 0…1: mean, SD and limits. The recorded ranges are those of public takes:
  /// `browInnerUp` 0.05–0.15, `mouthPucker` 0.04–0.05, `mouthLeft` 0.00–0.02, `cheekPuff` 0.01–0.04. The levels of
  /// `mouthRight`, as of `mouthLeft`, and of a smile are assumed.
  var rest: (mean: Double, sd: Double, limits: ClosedRange<Double>) {
    switch self {
    case .brows: (0.10, 0.03, 0.03...0.20)
    case .pucker: (0.045, 0.003, 0.03...0.06)
    case .mouthLeft, .mouthRight: (0.01, 0.005, 0...0.03)
    case .smile: (0.05, 0.02, 0...0.12)
    case .cheekPuff: (0.025, 0.008, 0...0.06)
    case .nod, .longBlink: (0, 0, 0...0)
    }
  }

  /// Time for which the sign stays at its peak, seconds; nil for a sign that is held as long as it is needed (assumed).
  var hold: Double? {
    switch self {
    case .longBlink: 0.8
    case .nod: 0.1
    default: nil
    }
  }

  /// Angle by which the head is lowered at level 1, radians: 0.25 rad at the mean peak of 0.85 (assumed).
  var pitch: Double { self == .nod ? 0.25 / 0.85 : 0 }

  /// Writes the level of the sign, 0…1, into its coefficients.
  func write(_ level: Float, into shapes: inout BlendShapes) {
    switch self {
    case .brows:
      shapes[43] = level
      shapes[44] = 0.8 * level
      shapes[45] = 0.8 * level
    case .pucker: shapes[20] = level
    case .mouthLeft: shapes[21] = level
    case .mouthRight: shapes[22] = level
    case .smile:
      shapes[23] = level
      shapes[24] = level
    case .cheekPuff: shapes[46] = level
    case .nod, .longBlink: break
    }
  }
}

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
