import GazePipeline
private import PortableFoundation

/// A slow random wander about 0 in three axes, the Ornstein–Uhlenbeck process: dx = −x/τ dt + σ√(2/τ) dW. The process
/// is stationary, with the given standard deviation on each axis and the autocorrelation e^(−t/τ).
///
/// The process is exact at its knots, x ← φ·x + σ√(1 − φ²)·n with φ = e^(−knot/τ), and linear between them.
/// Interpolation multiplies the mean variance by (2 + φ)/3, so σ is scaled up to compensate. Knots are one tick apart
/// for a noise whose steps from frame to frame matter, and at most τ/16 apart for other noise. For heads and hands,
/// which are heavy, knots are τ/6 apart: with closer knots, the white velocity noise of the process would shake them
/// more than the recorded takes show. Knot k uses draw k, so the path does not depend on other draws. If τ spans six
/// knots or more, n need not be normal, because the sum of the draws is nearly normal (with uniform n and six knots its
/// excess kurtosis is −0.2). `value(at:)` may be called for earlier ticks, up to `memory` back.
struct Wander {
  enum Knots {
    /// One tick.
    case everyTick
    /// A sixteenth of the time constant.
    case fine
    /// A sixth of the time constant.
    case heavy
  }

  private let stream: RandomStream
  private let phi: Double
  private let kick: Vector3
  private let isFast: Bool
  /// `shift`: the knots are 2^shift ticks apart.
  private let shift, within: UInt64
  private let fraction: Double
  private var knots: [Vector3]
  private let mask: Int
  /// The last knot that has been computed; larger than every tick if σ is 0, so that no knot is computed.
  private var filled = 0

  /// A wander before its first tick.
  ///
  /// - Parameters:
  ///   - memory: number of ticks by which `value(at:)` may look back from the latest tick that was requested.
  ///   - spacing: distance between the knots, rounded down to a power of two in ticks.
  init(
    _ stream: RandomStream, sd: Vector3, timeConstant: Double, memory: Int = Memory.ticks,
    knots spacing: Knots = .fine
  ) {
    self.stream = stream
    var shift: UInt64 = 0
    let most: Double =
      switch spacing {
      case .everyTick: 0
      case .fine: timeConstant / 16
      case .heavy: timeConstant / 6
      }
    while shift < 7, Clock.tick * Double(2 << shift) <= most { shift += 1 }
    self.shift = shift
    within = (1 << shift) - 1
    let knot = Clock.tick * Double(1 << shift)
    phi = exp(-knot / max(timeConstant, 1e-6))
    isFast = timeConstant < 6 * knot
    let sd = shift == 0 ? sd : sd / ((2 + phi) / 3).squareRoot()
    kick = sd * (1 - phi * phi).squareRoot()
    fraction = 1 / Double(1 << shift)
    // Knots are computed four at a time, and interpolation needs the knot after the tick.
    var capacity = 8
    while capacity < (memory >> Int(shift)) + 8 { capacity *= 2 }
    knots = [Vector3](repeating: .zero, count: capacity)
    mask = capacity - 1
    if sd == .zero {
      filled = .max
    } else {
      let (a, b) = (stream.normals(.max), stream.normals(.max - 1))
      knots[0] = sd * SIMD3(a.x, a.y, b.x)
    }
  }

  /// The value at a tick.
  @inline(__always)
  mutating func value(at tick: UInt64) -> Vector3 {
    let knot = Int(truncatingIfNeeded: tick >> shift)
    if filled <= knot { fill(beyond: knot) }
    let a = knots[knot & mask]
    let part = Double(Int32(truncatingIfNeeded: tick & within)) * fraction
    return a + (knots[(knot + 1) & mask] - a) * part
  }

  /// Computes four knots at a time until one beyond `knot` is known.
  @inline(never)
  private mutating func fill(beyond knot: Int) {
    while filled <= knot {
      let block = UInt64(truncatingIfNeeded: filled >> 2)
      let steps =
        isFast
        ? (
          stream.normals3(block &* 4), stream.normals3(block &* 4 &+ 1), stream.normals3(block &* 4 &+ 2),
          stream.normals3(block &* 4 &+ 3)
        ) : stream.increments3(block)
      let a = knots[filled & mask] * phi + kick * steps.0
      let b = a * phi + kick * steps.1
      let c = b * phi + kick * steps.2
      knots[(filled + 1) & mask] = a
      knots[(filled + 2) & mask] = b
      knots[(filled + 3) & mask] = c
      knots[(filled + 4) & mask] = c * phi + kick * steps.3
      filled += 4
    }
  }
}

/// Events that start at random times and last a while, such as blinks and dropouts of the tracker.
///
/// The gap before the k-th event is exponential and uses draw 4k; the event's length is log-normal and uses draw 4k +
/// 1. `number` is k, so that further values of the event can use the draws 4k + 2 and 4k + 3.
struct RandomEvents {
  private let stream: RandomStream
  private let rate, median, spread: Double
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
