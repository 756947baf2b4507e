private import PortableFoundation

/// An exponential approach of a value to a goal that may jump: x(t) = goal − lag·e^(−(t − since)/τ), t in ticks.
///
/// Because this formula is closed, nothing is computed between jumps of the goal.
struct Approach: Sendable {
  /// Value that is approached.
  private(set) var goal: SIMD2<Double>
  private var lag = SIMD2<Double>.zero
  private var since = 0

  /// An approach that is at rest at `value`.
  init(at value: SIMD2<Double>) { goal = value }

  /// Moves the goal to `new` at `tick`, which must be after the last jump.
  mutating func go(to new: SIMD2<Double>, at tick: Int, by decay: Decay) {
    lag = lag(at: tick, by: decay) + (new - goal)
    goal = new
    since = tick
  }

  /// Remaining distance to the goal; zero once the distance is below a Float's rounding.
  @inline(__always)
  func lag(at tick: Int, by decay: Decay) -> SIMD2<Double> { lag * decay.share(after: tick - since) }
}

/// Share of an approach's lag that is left after n ticks: e^(−n/τ), and 0 after 25 time constants.
///
/// The share is looked up in two tables, as e^(−64a/τ)·e^(−b/τ) with n = 64a + b. The simulator needs it twice for each
/// of millions of frames, and two look-ups are faster than `exp`.
struct Decay: Sendable {
  private static let shift = 6
  private let end: Int
  private let coarse: [Double]
  private let fine: [Double]

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
