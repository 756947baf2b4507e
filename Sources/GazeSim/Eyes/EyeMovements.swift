import GazePipeline
private import PortableFoundation

/// Intersection of the visual axes with the screen's plane: fixations, saccades with their errors, and pursuit. The
/// movement advances one tick at a time.
///
/// A saccade starts when it is due, has the duration of the main sequence, and lands beside its goal. If the landing
/// error exceeds the correction threshold, a second saccade follows. The eyes pursue a moving goal with the velocity
/// that the goal had one latency ago, times the pursuit gain; saccades correct the remaining distance.
struct EyeMovements {
  private let parameters: SimulationParameters.Eyes
  private let sequence: MainSequence
  private let landings: RandomStream
  /// Width of a character, metres.
  private let character: Double
  private var flight: SaccadePath
  private var isFlying = false
  private var onset = Double.infinity
  private var purpose = Episode.Saccade.target
  private var isCorrectable = true
  /// Number of the saccade. It uses draw 2n of `.landing` for its error and 2n + 1 for its correction.
  private var number: UInt64 = 0
  private var hasGoalMoved = false
  /// Number of ticks whose velocities are kept, a power of two for the mask. It must exceed the largest
  /// `eyes.pursuitLatency` that its row in `SimulationParameters.Eyes` allows, 130 ms or 31.2 ticks; a longer latency
  /// would silently count as 31 ticks.
  private static let remembered = 32
  /// The goal's velocities in the last ticks, metres/s.
  private var velocities: [Vector2]
  private let delay: Int
  private var stillTicks = Int.max
  /// Position of the gaze at the last step, metres in the screen's plane.
  private var gaze: Vector2

  init(
    _ parameters: SimulationParameters.Eyes, speed: Double, landings: RandomStream, character: Double, at gaze: Vector2
  ) {
    self.parameters = parameters
    sequence = MainSequence(parameters, speed: speed)
    self.landings = landings
    self.character = character
    self.gaze = gaze
    flight = SaccadePath(at: gaze)
    velocities = [Vector2](repeating: .zero, count: Self.remembered)
    delay = min(Int((parameters.pursuitLatency / Clock.tick).rounded()), velocities.count - 1)
  }

  var isSaccade: Bool { isFlying }

  /// Time at which the next saccade is due or the present saccade lands; −∞ while the eyes follow a moving goal or
  /// `velocities` still contains its movement.
  private(set) var quietUntil = -Double.infinity

  /// Position of the gaze until `quietUntil`, metres in the screen's plane.
  var path: SaccadePath { isFlying ? flight : SaccadePath(at: gaze) }

  /// Time at which the latest saccade landed or will land, seconds.
  var landing: Double { flight.start + flight.duration }

  mutating func look(_ purpose: Episode.Saccade, at time: Double) {
    onset = time
    self.purpose = purpose
    isCorrectable = true
  }

  /// Advances by one tick.
  ///
  /// - Parameters:
  ///   - goal: the point that the person looks at, metres in the screen's plane.
  ///   - velocity: the goal's velocity, metres/s.
  ///   - eye: the cyclopean eye in front of the screen's plane, with z its distance, metres.
  mutating func step(
    to goal: Vector2, velocity: Vector2, at time: Double, index: Int, from eye: Vector3
  ) {
    defer { quietUntil = stillTicks <= velocities.count ? -.infinity : isFlying ? landing : onset }
    follow(velocity, index)
    if isFlying {
      gaze = flight.value(at: time)
      guard time >= landing else { return }
      isFlying = false
      land(at: goal, from: eye)
    }
    if time >= onset {
      fly(to: goal, at: time, from: eye)
    } else if hasGoalMoved, onset == .infinity, miss(goal, eye.z) > parameters.correctionThreshold {
      look(.target, at: time + parameters.correctionLatency)
      hasGoalMoved = false
    }
  }

  /// Pursues a moving goal and remembers its velocity, because pursuit uses the velocity of one latency ago.
  private mutating func follow(_ velocity: Vector2, _ index: Int) {
    // The usual case: no goal has moved within the remembered time, so there is nothing to do.
    if velocity == .zero {
      if stillTicks > velocities.count { return }
      stillTicks += 1
    } else {
      stillTicks = 0
      hasGoalMoved = true
    }
    let mask = velocities.count - 1
    velocities[index & mask] = velocity
    if !isFlying {
      gaze += velocities[(index - delay) & mask] * SIMD2(parameters.pursuitGainH, parameters.pursuitGainV) * Clock.tick
    }
  }

  private func miss(_ goal: Vector2, _ distance: Double) -> Double { (goal - gaze).length / distance }

  private mutating func fly(to goal: Vector2, at time: Double, from eye: Vector3) {
    onset = .infinity
    hasGoalMoved = false
    let way = goal - gaze
    func ray(_ point: Vector2) -> Vector3 { SIMD3(point.x, point.y, 0) - eye }
    let amplitude = angle(between: ray(gaze), and: ray(goal))
    // The limit is half an arc minute, because people make no smaller saccades.
    guard amplitude > 1.5e-4 else { return }
    let share = shareOfWay(amplitude)
    number += 1
    // Pursuit may have moved the gaze since the last landing.
    flight = SaccadePath(
      from: gaze, to: gaze + way * share, start: time, flight: sequence.flight(amplitude * share, direction: way))
    isFlying = true
  }

  private func shareOfWay(_ amplitude: Double) -> Double {
    let n = landings.normal(2 * number)
    let share: Double
    switch purpose {
    case .word: share = 1
    case .target: share = parameters.landingGain + parameters.landingSD * n
    case .lineStart:
      // The published landing amplitude, in degrees, is d + 0.077 − 0.077 d with a standard deviation of 0.118 + 0.0825
      // d.
      let mean = amplitude + parameters.sweepShare * (1.0.radians - amplitude)
      share = (mean + (parameters.sweepSD + parameters.sweepSDShare * amplitude) * n) / amplitude
    }
    return min(max(share, 0.3), 1.7)
  }

  private mutating func land(at goal: Vector2, from eye: Vector3) {
    guard onset == .infinity, isCorrectable else { return }
    switch purpose {
    case .word: return
    case .target:
      guard miss(goal, eye.z) > parameters.correctionThreshold else { return }
    case .lineStart:
      // In the model ReturnSweeper the probability of a correction is Φ((landing character − 2)/7).
      let landed = (gaze.x - goal.x) / character
      guard landings.uniform(2 * number + 1) < 0.5 * erfc(-(landed - 2) / 7 / 2.0.squareRoot()) else { return }
    }
    look(.target, at: landing + parameters.correctionLatency)
    // People make at most one correction unless the goal moves.
    isCorrectable = false
  }
}

/// Gaze error of one moment: the slip due to the delayed vestibulo-ocular reflex, plus nystagmus.
struct GazeSlip {
  private let reflex: Double
  private let swing: (amplitude: Double, rate: Double)

  init(_ parameters: SimulationParameters, flag: PersonFlag?) {
    reflex = parameters.eyes.vorLatency / parameters.head.shareTime
    swing = flag?.gazeSwing ?? (0, 0)
  }

  /// Offset to be added to the moment's gaze, metres.
  ///
  /// The reflex that stabilises gaze while the head turns is late, so the head's turn carries the gaze along for a
  /// moment.
  func slip(_ moment: Moment, lag: Vector2, at time: Double) -> Vector2 {
    var slip = lag * (reflex * moment.distance)
    if swing.rate > 0 { slip.x += swing.amplitude * moment.distance * sin(2 * .pi * swing.rate * time) }
    return slip
  }
}
