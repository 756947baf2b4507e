import Foundation

/// SplitMix64 (Steele, Lea & Flood 2014): the same numbers on every machine.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SeededGenerator {
  /// A uniform number.
  package mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  package mutating func number(_ range: Range<Double>) -> Double { Double.random(in: range, using: &self) }

  package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  package mutating func int(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

  /// A normal number (Box–Muller).
  package mutating func normal() -> Double {
    let u = Double.random(in: 1e-16..<1, using: &self)
    let angle = Double.random(in: 0..<(2 * .pi), using: &self)
    return (-2 * log(u)).squareRoot() * cos(angle)
  }
}
