private import PortableFoundation

/// Events that start at random times and last a while, such as blinks and dropouts of the tracker.
///
/// The gap before the k-th event is exponential and uses draw 4k; the event's length is log-normal and uses draw 4k +
/// 1. `number` is k, so that further values of the event can use the draws 4k + 2 and 4k + 3.
struct RandomEvents: Sendable {
  private let stream: RandomStream
  private let rate: Double
  private let median: Double
  private let spread: Double
  /// The number of the event that is in progress or comes next.
  private(set) var number: UInt64 = 0
  /// Start of the event, seconds; infinite if there are no events.
  private(set) var start = Double.infinity
  private var length = 0.0

  /// Events at `rate` a second; a rate of 0 gives no events.
  init(_ stream: RandomStream, rate: Double, median: Double, spread: Double) {
    self.stream = stream
    self.rate = rate
    self.median = median
    self.spread = spread
    draw(after: 0)
  }

  private mutating func draw(after time: Double) {
    guard rate > 0 else { return }
    start = time + stream.exponential(4 * number) / rate
    length = median * exp(spread * stream.normal(4 * number + 1))
  }

  /// The share of the present event that has passed at `time`, 0…1; nil between events. Times must not decrease.
  mutating func phase(at time: Double) -> Double? {
    while time >= start + length {
      number += 1
      draw(after: start + length)
    }
    return time >= start ? (time - start) / length : nil
  }
}
