import GazePipeline
private import PortableFoundation

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

/// A position and an angle that jump now and then to new values drawn about the rest: regrips, shifts of posture.
struct Shifts {
  /// Shift n uses draw 4n for its time, 4n + 2 and 4n + 3 after two billion for its position, and 4n and 4n + 1 after
  /// four billion for its angle, since `normals3` doubles an index.
  private let stream: RandomStream
  private let rate, positionSD, angleSD, duration: Double
  private var number: UInt64 = 0
  private var next: Double
  private var position = Glide(at: Vector3.zero)
  private var angle = Glide(at: Vector3.zero)
  private var end = -Double.infinity
  /// Seconds by which `value(at:)` may look back.
  private static let memory = Double(Memory.ticks) * Clock.tick

  init(_ stream: RandomStream, every: Double, position: Double, angle: Double, duration: Double) {
    self.stream = stream
    positionSD = position
    angleSD = angle
    self.duration = duration
    rate = position == 0 && angle == 0 ? 0 : 1 / every
    next = .infinity
    draw(after: 0)
  }

  private mutating func draw(after time: Double) {
    guard rate > 0 else { return }
    // The next shift starts only when no frame shows the previous one any more, because `value(at:)` can look back over
    // one shift only.
    next = time + duration + Self.memory + stream.exponential(4 * number) / rate
  }

  /// The shift at `time`, which may be `memory` before the latest requested time.
  mutating func value(at time: Double) -> (position: Vector3, angle: Vector3) {
    while time >= next {
      position.go(to: stream.normals3(2 * number + 1_000_000_001) * positionSD, at: next, duration: duration)
      angle.go(to: stream.normals3(2 * number + 2_000_000_000) * angleSD, at: next, duration: duration)
      number += 1
      end = next + duration
      draw(after: next)
    }
    // The usual case: the last shift is over, or no shift has begun.
    if time >= end { return (position.to, angle.to) }
    return (position.value(at: time), angle.value(at: time))
  }
}

/// An exponential approach of a value to a goal that may jump: x(t) = goal − lag·e^(−(t − since)/τ), t in ticks.
///
/// Because this formula is closed, nothing is computed between jumps of the goal.
struct Approach {
  /// Value that is approached.
  private(set) var goal: Vector2
  private var lag = Vector2.zero
  private var since = 0

  init(at value: Vector2) { goal = value }

  /// Moves the goal to `new` at `tick`, which must be after the last jump.
  mutating func go(to new: Vector2, at tick: Int, by decay: Decay) {
    lag = lag(at: tick, by: decay) + (new - goal)
    goal = new
    since = tick
  }

  /// Remaining distance to the goal; zero once the distance is below a Float's rounding.
  @inline(__always)
  func lag(at tick: Int, by decay: Decay) -> Vector2 { lag * decay.share(after: tick - since) }
}

/// Share of an approach's lag that is left after n ticks: e^(−n/τ), and 0 after 25 time constants.
///
/// The share is looked up in two tables, as e^(−64a/τ)·e^(−b/τ) with n = 64a + b. The simulator needs it twice for each
/// of millions of frames, and two look-ups are faster than `exp`.
struct Decay {
  private static let shift = 6
  private let end: Int
  private let coarse, fine: [Double]

  /// The time constant in ticks.
  init(timeConstant: Double) {
    end = Int(25 * timeConstant)
    fine = (0..<1 << Self.shift).map { exp(-Double($0) / timeConstant) }
    coarse = (0...end >> Self.shift).map { exp(-Double($0 << Self.shift) / timeConstant) }
  }

  /// The share of the lag that is left after `ticks` ≥ 0.
  @inline(__always)
  func share(after ticks: Int) -> Double {
    ticks > end ? 0 : coarse[ticks >> Self.shift] * fine[ticks & ((1 << Self.shift) - 1)]
  }
}
