import GazeSimulation
import PortableFoundation

/// Normal and χ² random numbers from a generator of bits.
struct Normals {
  private var generator: PhiloxGenerator

  init(_ generator: PhiloxGenerator) { self.generator = generator }

  private mutating func uniform() -> Double { (Double(generator.next() >> 12) + 0.5) * 0x1p-52 }

  /// Returns two independent standard normal numbers (Box & Muller 1958).
  mutating func pair() -> SIMD2<Double> {
    let (r, angle) = ((-2 * log(uniform())).squareRoot(), 2 * Double.pi * uniform())
    return SIMD2(r * cos(angle), r * sin(angle))
  }

  mutating func one() -> Double { pair().x }

  /// Returns a χ² number with this many degrees of freedom: a sum of exponentials, plus a squared normal number if
  /// `freedom` is odd.
  mutating func chiSquare(_ freedom: Int) -> Double {
    var product = 1.0
    for _ in 0..<(freedom / 2) { product *= uniform() }
    let odd = freedom % 2 == 1 ? one() : 0
    return -2 * log(product) + odd * odd
  }
}
