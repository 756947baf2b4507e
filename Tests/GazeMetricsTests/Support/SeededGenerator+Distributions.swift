import Foundation
import GazeMetrics
import TestSupport

/// The distributions that the tests draw from.
extension SeededGenerator {
  /// Uniform in (0, 1).
  mutating func uniform() -> Double { (Double(next() >> 11) + 0.5) / 9_007_199_254_740_992 }

  mutating func normal() -> Double { (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()) }

  /// A log-normal number with mean 1.
  mutating func logNormal(sigma: Double) -> Double { exp(sigma * normal() - sigma * sigma / 2) }

  /// A Gamma(shape, 1) number (Marsaglia & Tsang 2000).
  mutating func gamma(_ shape: Double) -> Double {
    if shape < 1 { return gamma(shape + 1) * pow(uniform(), 1 / shape) }
    let d = shape - 1.0 / 3
    while true {
      let z = normal()
      let v = pow(1 + z / (9 * d).squareRoot(), 3)
      if v > 0, log(uniform()) < 0.5 * z * z + d - d * v + d * log(v) { return d * v }
    }
  }

  mutating func beta(_ a: Double, _ b: Double) -> Double {
    let (x, y) = (gamma(a), gamma(b))
    return x / (x + y)
  }

  /// A Poisson number by Knuth's product method; for means below about 100.
  mutating func poisson(_ mean: Double) -> Int {
    var (n, product) = (0, uniform())
    while product > exp(-mean) {
      n += 1
      product *= uniform()
    }
    return n
  }

  mutating func binomial(_ n: Int, _ p: Double) -> Int { (0..<n).count { _ in uniform() < p } }
}
