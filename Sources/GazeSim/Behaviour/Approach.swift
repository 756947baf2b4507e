private import Foundation

/// An exponential approach to a goal that jumps: x(t) = goal − lag·e^(−(t − since)/τ), t in ticks.
///
/// In closed form, so that nothing has to be done while it goes on.
package struct Approach: Sendable {
  /// What it tends to.
  package private(set) var goal: SIMD2<Double>
  private var lag = SIMD2<Double>.zero
  private var since = 0

  /// At rest at `value`.
  package init(at value: SIMD2<Double>) { goal = value }

  /// The goal jumps at a tick that lies after the last jump.
  package mutating func go(to new: SIMD2<Double>, at tick: Int, by decay: Decay) {
    lag = lag(at: tick, by: decay) + (new - goal)
    goal = new
    since = tick
  }

  /// What is missing to the goal; zero once it is beyond a Float's rounding.
  @inline(__always)
  package func lag(at tick: Int, by decay: Decay) -> SIMD2<Double> { lag * decay.share(after: tick - since) }
}

/// What is left of a lag after so many ticks, e^(−n/τ), and 0 after 25 time constants.
///
/// By a table, e^(−64a/τ)·e^(−b/τ): it is asked twice a frame.
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
