private import Foundation
private import GazePipeline

/// A slow, bounded wander: dx = −x/τ dt + σ√(2/τ) dW, stationary with the given standard deviation per axis.
///
/// Exact at the tick: x ← φ·x + σ√(1 − φ²)·n, φ = e^(−dt/τ). Tick k uses draw k, so the path depends on nothing else.
/// n need not be normal: τ spans many ticks (78 for the fastest), and their sum is, to an excess kurtosis of −0.004.
package struct OrnsteinUhlenbeck: Sendable {
  package private(set) var value: SIMD3<Double>
  private let stream: RandomStream
  private let phi: Double
  private let kick: SIMD3<Double>
  private let isOff: Bool

  package init(_ stream: RandomStream, sd: SIMD3<Double>, timeConstant: Double, tick: Double) {
    self.stream = stream
    phi = exp(-tick / max(timeConstant, 1e-6))
    kick = sd * (1 - phi * phi).squareRoot()
    isOff = sd == .zero
    // Index 0 is the start, drawn from the stationary distribution.
    value = isOff ? .zero : sd * stream.normals3(0)
  }

  /// Goes to tick `index` (1, 2, …).
  package mutating func advance(to index: UInt64) {
    if isOff { return }
    value = value * phi + kick * stream.increments3(index)
  }
}
