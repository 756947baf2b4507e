import Foundation

extension SeededGenerator {
  /// A normal number (Box–Muller).
  package mutating func normal() -> Double {
    let u = Double.random(in: 1e-16..<1, using: &self)
    let angle = Double.random(in: 0..<(2 * .pi), using: &self)
    return (-2 * log(u)).squareRoot() * cos(angle)
  }
}
