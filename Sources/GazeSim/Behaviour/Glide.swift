/// A minimum-jerk movement between two values: x(s) = a + (b − a)(10s³ − 15s⁴ + 6s⁵), s = t/T (Flash & Hogan 1985).
struct Glide<Value: Sendable>: Sendable where Value: SIMD, Value.Scalar == Double {
  private(set) var from: Value
  private(set) var to: Value
  private(set) var start = 0.0
  private(set) var duration = 0.0

  init(at value: Value) {
    from = value
    to = value
  }

  /// Starts a new movement at time `start`, from the value that the old movement has reached.
  mutating func go(to value: Value, at start: Double, duration: Double) {
    from = self.value(at: start)
    to = value
    self.start = start
    self.duration = duration
  }

  func isMoving(at time: Double) -> Bool { time >= start && time < start + duration && from != to }

  func value(at time: Double) -> Value {
    guard time < start + duration else { return to }
    guard time > start else { return from }
    let s = (time - start) / duration
    return from + (to - from) * (s * s * s * (10 + s * (6 * s - 15)))
  }
}
