private import Foundation

/// Events that come at random times and last a while: blinks, and the tracker's dropouts.
///
/// The k-th uses draws 2k and 2k + 1: the gap before it is exponential, its length log-normal.
struct RandomEvents: Sendable {
  private let stream: RandomStream
  private let rate: Double
  private let median: Double
  private let spread: Double
  private var index: UInt64 = 0
  private var start: Double
  private var length: Double

  init(_ stream: RandomStream, rate: Double, median: Double, spread: Double) {
    self.stream = stream
    self.rate = rate
    self.median = median
    self.spread = spread
    (start, length) = (.infinity, 0)
    draw(after: 0)
  }

  private mutating func draw(after time: Double) {
    guard rate > 0 else { return }
    start = time + stream.exponential(2 * index) / rate
    length = median * exp(spread * stream.normal(2 * index + 1))
    index += 1
  }

  /// How far into an event `time` is, 0…1, or nil between events. Times must not fall.
  mutating func phase(at time: Double) -> Double? {
    while time >= start + length { draw(after: start + length) }
    return time >= start ? (time - start) / length : nil
  }
}
