import GazePipeline
import GazeRecording

/// The signs that a person's face makes: deliberate ones, which confirm an intent to scroll, and spontaneous ones.
///
/// `resting` → `arriving` → `due` → `held` → `resting`: the eyes arrive where the person looks in order to scroll, and
/// after a reaction time the person makes the sign. In a closed loop the sign is held until the page is where it is
/// wanted or is about to be there; if the page does not move, the person relaxes and tries again (`held` → `due`). In
/// an open loop, the sign is made once and is held until the intent ends. Speech, which moves the mouth, is not
/// modelled.
struct Signs {
  private enum Phase {
    case resting
    /// The eyes are on their way.
    case arriving
    /// The sign begins at a time, seconds.
    case due(Double)
    /// The sign has been made since a time, seconds.
    case held(Double)
  }

  /// Time from rest to peak, seconds, a minimum-jerk movement (assumed).
  static let rise = 0.2
  /// Time from peak to rest, seconds (assumed). The row of `sign.relax` allows nothing shorter.
  static let fall = 0.25
  /// Minimum time at the peak in a closed loop, seconds (assumed).
  static let hold = 0.5

  let habits: SignHabits
  private let parameters: SimulationParameters.Signs
  private let isClosedLoop: Bool
  private let draws: RandomStream
  private var spontaneous: SpontaneousSign
  private var spontaneousUp: SpontaneousSign?
  private var phase = Phase.resting
  /// Lifts of the deliberate signs: x of `habits.shape`, y of `habits.upShape`.
  private var made = Glide(at: Vector2.zero)
  private var releaseAt = Double.infinity
  private var reaction = 0.0
  private var isUp = false
  private var intents: UInt64 = 0
  private var attempts: UInt64 = 0
  /// The last attempt; nil before the first.
  private(set) var attempt: SignAttempt?

  /// Signs of the person in the take of `context`; nil if the face gives no signal.
  init?(_ parameters: SimulationParameters.Signs, _ context: ScriptContext) {
    guard let habits = SignHabits(parameters, seed: context.seed, participant: context.participant) else { return nil }
    self.parameters = parameters
    self.habits = habits
    isClosedLoop = context.isClosedLoop
    draws = context.stream(.signDeliberate)
    spontaneous = SpontaneousSign(parameters, rest: habits.rest.x, context.stream(.signSpontaneous))
    spontaneousUp = habits.upShape.map { _ in
      SpontaneousSign(parameters, rest: habits.rest.y, context.stream(.signSpontaneousUp))
    }
  }

  /// Reacts to the beginning of an episode at a time, seconds.
  mutating func begin(_ next: Episode, after last: Episode, at time: Double) {
    guard parameters.made == 1 else { return }
    let isShown = next.intent != .none && next.state == .scroll
    let isHidden = next.intent != .none && next.state == .read
    // A hidden intent lasts for several words.
    if isHidden, last.state == .read, last.intent == next.intent { return }
    end(at: time)
    guard isShown || isHidden else { return }
    intents += 1
    if isHidden, draws.uniform(2 * intents) >= parameters.hiddenMade { return }
    // No reaction is faster than 0.1 s.
    reaction = max(parameters.reaction + parameters.reactionSD * draws.normal(2 * intents + 1), 0.1)
    isUp = habits.upShape != nil && next.intent == .up
    phase = isHidden ? .due(time + reaction) : .arriving
  }

  private mutating func end(at time: Double) {
    // A page that has arrived is seen, and the sign ends half a reaction time later (assumed). A sign that ends by
    // itself does not last longer.
    if case .held(let since) = phase {
      releaseAt = min(releaseAt, isClosedLoop ? max(time + reaction / 2, since + Self.rise + Self.hold) : time)
    }
    phase = .resting
  }

  /// Advances to a tick's time.
  ///
  /// - Parameters:
  ///   - time: seconds; times must not decrease.
  ///   - hasArrived: true if the eyes rest at the place where the person looks in order to scroll.
  ///   - lastMoved: time at which the page last moved, seconds.
  mutating func step(at time: Double, hasArrived: Bool, lastMoved: Double) {
    if time >= releaseAt { relax(at: releaseAt) }
    switch phase {
    case .resting: break
    case .arriving: if hasArrived { phase = .due(time + reaction) }
    case .due(let start): if time >= start { make(at: start) }
    case .held(let since):
      if isClosedLoop, time - max(since + Self.rise, lastMoved) > parameters.retryAfter {
        if made.to != .zero { relax(at: time) }
        phase = .due(time + parameters.relax)
      }
    }
    spontaneous.step(at: time)
    spontaneousUp?.step(at: time)
  }

  private mutating func make(at start: Double) {
    attempts += 1
    // Draws 2n and 2n + 1 of `.signDeliberate` belong to intents, draws from 2⁴⁰ on to attempts.
    let k = 1 << 40 + 2 * attempts
    let u = draws.uniforms(k)
    let isWeak = !habits.canSign || u.x < parameters.miss
    // The peaks of weak attempts, which the row of `sign.miss` repeats, and the limits of the others are assumed.
    let peak = isWeak ? 0.2 + 0.25 * u.y : min(max(parameters.peak + parameters.peakSD * draws.normal(k + 1), 0.2), 1)
    let lift = max(peak - (isUp ? habits.rest.y : habits.rest.x), 0)
    made.go(to: isUp ? SIMD2(0, lift) : SIMD2(lift, 0), at: start, duration: Self.rise)
    releaseAt = (isUp ? habits.upShape : habits.shape)?.hold.map { start + Self.rise + $0 } ?? .infinity
    phase = .held(start)
    attempt = SignAttempt(
      number: Int(attempts), start: start, isUp: isUp, canSign: habits.canSign)
  }

  private mutating func relax(at start: Double) {
    made.go(to: .zero, at: start, duration: Self.fall)
    releaseAt = .infinity
  }

  /// Heights of the face above its rest, 0…1: x of `habits.shape`, y of `habits.upShape`.
  func lift(at time: Double) -> SIMD2<Float> {
    let other = SIMD2(spontaneous.lift(at: time), spontaneousUp?.lift(at: time) ?? 0)
    return SIMD2<Float>(pointwiseMax(made.value(at: time), other))
  }

  /// Time until which nothing changes, seconds; −∞ while something moves.
  func quietUntil(_ time: Double) -> Double {
    if made.isMoving(at: time) { return -.infinity }
    let other = min(spontaneous.quietUntil(time), spontaneousUp?.quietUntil(time) ?? .infinity)
    return switch phase {
    case .arriving: -.infinity
    case .due(let start): min(start, releaseAt, other)
    // In a closed loop a held sign waits for the page.
    case .held where isClosedLoop: -.infinity
    case .resting, .held: min(releaseAt, other)
    }
  }
}

/// Movements of the face that resemble a deliberate sign, but have no intent behind them, at random times.
struct SpontaneousSign {
  private let stream: RandomStream
  private let rest: Double
  private var events: RandomEvents
  private var glide = Glide(at: Vector2.zero)
  private var isRaised = false
  private var releaseAt = Double.infinity

  /// - Parameter rest: level of the face at rest, 0…1.
  init(_ parameters: SimulationParameters.Signs, rest: Double, _ stream: RandomStream) {
    self.stream = stream
    self.rest = rest
    // The spread of the durations is assumed.
    events = RandomEvents(stream, rate: parameters.spontaneous, median: parameters.spontaneousTime, spread: 0.5)
  }

  /// Advances to a tick's time, seconds; times must not decrease.
  mutating func step(at time: Double) {
    let number = events.number
    let isPresent = time >= events.start && events.phase(at: time) != nil
    if isRaised, !isPresent || events.number != number {
      isRaised = false
      // An event is the time at the peak, and the rise comes before it.
      releaseAt = time + Signs.rise
    }
    if isPresent, !isRaised {
      isRaised = true
      releaseAt = .infinity
      // `RandomEvents` leaves the draws 4n + 2 and 4n + 3. The peaks, which the row of
      // `sign.spontaneousTime` repeats, are strong enough to be taken for deliberate ones (assumed).
      let peak = 0.55 + 0.45 * stream.uniform(4 * events.number + 2)
      glide.go(to: SIMD2(max(peak - rest, 0), 0), at: time, duration: Signs.rise)
    }
    if time >= releaseAt {
      glide.go(to: .zero, at: releaseAt, duration: Signs.fall)
      releaseAt = .infinity
    }
  }

  /// Height of the face above its rest, 0…1.
  func lift(at time: Double) -> Double { glide.value(at: time).x }

  /// Time until which nothing changes, seconds; −∞ while something moves.
  func quietUntil(_ time: Double) -> Double {
    isRaised || glide.isMoving(at: time) ? -.infinity : min(events.start, releaseAt)
  }
}

/// A person's last attempt at a deliberate sign. No frame states it; it is the truth to which a study compares a
/// detector.
struct SignAttempt: Equatable {
  /// Number of the attempt in the take, from 1.
  var number: Int
  /// Time at which the face began to move, seconds.
  var start: Double
  /// True if it is the sign for scrolling up of a person with two signs.
  var isUp: Bool
  /// False for a person whose attempts are all too weak.
  var canSign: Bool
}
