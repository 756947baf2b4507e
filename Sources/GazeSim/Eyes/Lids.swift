import GazePipeline
private import PortableFoundation

/// Closure of the lids in full and partial blinks.
struct Lids {
  private var events: RandomEvents
  private let stream: RandomStream
  private let partial, depth, rest: Double
  private var drawn: (number: UInt64, closure: Double)?

  /// - Parameter rest: closure of the lids between blinks, 0…1.
  init(_ p: SimulationParameters.Eyes, rate: Double, rest: Double, _ stream: RandomStream) {
    self.stream = stream
    events = RandomEvents(stream, rate: rate, median: p.blinkDuration, spread: p.blinkDurationSpread)
    partial = p.partialBlinks
    depth = p.partialDepth
    self.rest = rest
  }

  /// Start of the next blink, seconds; −∞ during a blink.
  mutating func quietUntil(_ time: Double) -> Double { time < events.start ? events.start : -.infinity }

  /// Closure from 0 (open) to 1 (closed): a raised cosine over the blink. Times must not decrease.
  mutating func closure(at time: Double) -> Double {
    guard time >= events.start, let phase = events.phase(at: time) else { return rest }
    let closure: Double
    if let drawn, drawn.number == events.number {
      closure = drawn.closure
    } else {
      // `RandomEvents` leaves the draws 4n + 2 and 4n + 3.
      let u = stream.uniforms(4 * events.number + 2)
      // The depth of a partial blink is drawn uniformly within ±0.2 of the mean depth.
      closure = u.x < partial ? depth + 0.4 * (u.y - 0.5) : 1
      drawn = (events.number, closure)
    }
    return max(rest, closure * (0.5 - 0.5 * cos(2 * .pi * phase)))
  }
}
