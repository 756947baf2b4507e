import GazePipeline

/// Movements of the face that resemble a deliberate sign, but have no intent behind them, at random times.
struct SpontaneousSign: Sendable {
  private let stream: RandomStream
  private let rest: Double
  private var events: RandomEvents
  private var glide = Glide(at: SIMD2<Double>.zero)
  private var isRaised = false
  private var releaseAt = Double.infinity

  /// - Parameter rest: level of the face at rest, 0…1.
  init(_ p: SimulationParameters.Signs, rest: Double, _ stream: RandomStream) {
    self.stream = stream
    self.rest = rest
    // The spread of the durations is assumed.
    events = RandomEvents(stream, rate: p.spontaneous, median: p.spontaneousTime, spread: 0.5)
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
      // The peaks are strong enough to be taken for deliberate ones (assumed).
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
