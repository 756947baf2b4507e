private import Foundation

/// An exponential approach to a goal that jumps: x(t) = goal − lag·e^(−(t − since)/τ), t in ticks.
///
/// The closed form needs no work between jumps.
package struct Approach: Sendable {
  /// Value that is approached.
  package private(set) var goal: SIMD2<Double>
  private var lag = SIMD2<Double>.zero
  private var since = 0

  /// At rest at `value`.
  package init(at value: SIMD2<Double>) { goal = value }

  /// Moves the goal to `new` at a tick after the last jump.
  package mutating func go(to new: SIMD2<Double>, at tick: Int, by decay: Decay) {
    lag = lag(at: tick, by: decay) + (new - goal)
    goal = new
    since = tick
  }

  /// Distance still missing to the goal; zero once it is below a Float's rounding.
  @inline(__always)
  package func lag(at tick: Int, by decay: Decay) -> SIMD2<Double> { lag * decay.share(after: tick - since) }
}

/// Share of a lag that is left after a number of ticks, e^(−n/τ), and 0 after 25 time constants.
///
/// Computed from tables, e^(−64a/τ)·e^(−b/τ), because each frame needs it twice.
package struct Decay: Sendable {
  private static let shift = 6
  private let end: Int
  private let coarse: [Double]
  private let fine: [Double]

  /// The time constant in ticks.
  package init(timeConstant: Double) {
    end = Int(25 * timeConstant)
    fine = (0..<1 << Self.shift).map { exp(-Double($0) / timeConstant) }
    coarse = (0...end >> Self.shift).map { exp(-Double($0 << Self.shift) / timeConstant) }
  }

  /// The share that is left after `ticks` ≥ 0.
  @inline(__always)
  package func share(after ticks: Int) -> Double {
    ticks > end ? 0 : coarse[ticks >> Self.shift] * fine[ticks & ((1 << Self.shift) - 1)]
  }
}
