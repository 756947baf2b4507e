import CGSL

/// Points that fill the unit cube evenly, always the same (Sobol 1967; GSL's `gsl_qrng_sobol`).
struct SobolPoints: ~Copyable {
  /// Dimensions that GSL has direction numbers for.
  static let mostDimensions = 40

  private let generator: UnsafeMutablePointer<gsl_qrng>
  private let dimensions: Int

  /// nil for no dimension, or more than 40.
  init?(dimensions: Int) {
    GSL.turnErrorHandlerOff()
    guard (1...Self.mostDimensions).contains(dimensions),
      let generator = gsl_qrng_alloc(cgsl_qrng_sobol(), UInt32(dimensions))
    else { return nil }
    self.generator = generator
    self.dimensions = dimensions
  }

  deinit { gsl_qrng_free(generator) }

  /// The next point, each coordinate in [0, 1); the first is the cube's middle.
  mutating func next() -> [Double] {
    var point = [Double](repeating: 0, count: dimensions)
    _ = gsl_qrng_get(generator, &point)
    return point
  }
}
