private import Foundation

/// Events that come at random times and last a while: blinks, dropouts of the tracker, shifts of posture.
///
/// The gap before the k-th is exponential, its length log-normal; draws 4k and 4k + 1 are theirs, `number` tells which
/// event it is so that others may be drawn with it.
package struct RandomEvents: Sendable {
  private let stream: RandomStream
  private let rate: Double
  private let median: Double
  private let spread: Double
  /// The number of the event that runs or comes next.
  package private(set) var number: UInt64 = 0
  /// When it starts, seconds; infinite where none ever comes.
  package private(set) var start = Double.infinity
  private var length = 0.0

  /// Events at `rate` a second; 0 is never.
  package init(_ stream: RandomStream, rate: Double, median: Double, spread: Double) {
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

  /// How far into an event `time` is, 0…1, or nil between events. Times must not fall.
  package mutating func phase(at time: Double) -> Double? {
    while time >= start + length {
      number += 1
      draw(after: start + length)
    }
    return time >= start ? (time - start) / length : nil
  }
}
