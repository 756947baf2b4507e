private import Foundation
private import GazePipeline

/// A slow, bounded wander in three axes, the Ornstein–Uhlenbeck process: dx = −x/τ dt + σ√(2/τ) dW, stationary with the
/// given standard deviation an axis and the autocorrelation e^(−t/τ).
///
/// Exact at its knots, x ← φ·x + σ√(1 − φ²)·n with φ = e^(−knot/τ), and linear between them. Knots are one tick apart
/// where that is asked for, else at most τ/16, so the line costs at most 1 % of the standard deviation, and makes the
/// path smooth from frame to frame, as the motion of bodies is. Knot k uses draw k, so the path depends on nothing else.
/// n need not be normal where τ spans many knots: their sum is. `value(at:)` may look back.
package struct Wander: Sendable {
  private let stream: RandomStream
  private let phi: Double
  private let kick: SIMD3<Double>
  private let isOff: Bool
  private let isFast: Bool
  /// A knot every 2^shift ticks.
  private let shift: UInt64
  private let within: UInt64
  private let fraction: Double
  private var knots: [SIMD3<Double>]
  private let mask: Int
  private var filled: Int = 0

  /// A wander at its start.
  ///
  /// - Parameters:
  ///   - memory: how many ticks `value(at:)` may lie behind the furthest one that was asked for.
  ///   - isExact: a knot every tick.
  package init(
    _ stream: RandomStream, sd: SIMD3<Double>, timeConstant: Double, tick: Double, memory: Int, isExact: Bool = false
  ) {
    self.stream = stream
    var shift: UInt64 = 0
    while !isExact, shift < 5, tick * Double(2 << shift) <= timeConstant / 16 { shift += 1 }
    self.shift = shift
    within = (1 << shift) - 1
    let knot = tick * Double(1 << shift)
    phi = exp(-knot / max(timeConstant, 1e-6))
    isFast = timeConstant < 12 * knot
    kick = sd * (1 - phi * phi).squareRoot()
    fraction = 1 / Double(1 << shift)
    isOff = sd == .zero
    // Four knots come at once, and one ahead is needed to interpolate.
    var capacity = 8
    while capacity < (memory >> Int(shift)) + 8 { capacity *= 2 }
    knots = isOff ? [] : [SIMD3<Double>](repeating: .zero, count: capacity)
    mask = capacity - 1
    if !isOff {
      let (a, b) = (stream.normals(.max), stream.normals(.max - 1))
      knots[0] = sd * SIMD3(a.x, a.y, b.x)
    }
  }

  /// The value at a tick.
  package mutating func value(at tick: UInt64) -> SIMD3<Double> {
    if isOff { return .zero }
    let knot = Int(truncatingIfNeeded: tick >> shift)
    while filled <= knot { fill() }
    let a = knots[knot & mask]
    if shift == 0 { return a }
    let part = Double(Int32(truncatingIfNeeded: tick & within)) * fraction
    return a + (knots[(knot + 1) & mask] - a) * part
  }

  /// The next four knots.
  private mutating func fill() {
    let block = UInt64(truncatingIfNeeded: filled >> 2)
    var x = knots[filled & mask]
    if isFast {
      for k in 0..<4 {
        x = x * phi + kick * stream.normals3(block &* 4 &+ UInt64(k))
        knots[(filled + k + 1) & mask] = x
      }
    } else {
      let steps = stream.increments3(block)
      x = x * phi + kick * steps.0
      knots[(filled + 1) & mask] = x
      x = x * phi + kick * steps.1
      knots[(filled + 2) & mask] = x
      x = x * phi + kick * steps.2
      knots[(filled + 3) & mask] = x
      x = x * phi + kick * steps.3
      knots[(filled + 4) & mask] = x
    }
    filled += 4
  }
}
