private import Foundation

/// An exponential approach to a goal that jumps: x(t) = goal − lag·e^(−(t − since)/τ), t in ticks.
///
/// In closed form, so that nothing has to be done while it goes on.
package struct Approach: Sendable {
  /// What it tends to.
  package private(set) var goal: SIMD2<Double>
  private var lag = SIMD2<Double>.zero
  private var since = 0
  /// One over the time constant, in ticks.
  private let rate: Double

  /// At rest at `value`; the time constant in ticks.
  package init(at value: SIMD2<Double>, timeConstant: Double) {
    goal = value
    rate = 1 / timeConstant
  }

  /// The goal jumps at a tick that lies after the last jump.
  package mutating func go(to new: SIMD2<Double>, at tick: Int) {
    lag = lag(at: tick) + (new - goal)
    goal = new
    since = tick
  }

  /// What is missing to the goal; zero once it is beyond a Float's rounding.
  package func lag(at tick: Int) -> SIMD2<Double> {
    let part = Double(tick - since) * rate
    return part > 25 || lag == .zero ? .zero : lag * exp(-part)
  }
}
