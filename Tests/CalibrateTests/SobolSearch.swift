import CGSL

@testable import Calibrate

extension LeastSquares {
  /// Solves from a start. If no method finds a reliable minimum from this start, the search tries 32 Sobol points
  /// (Sobol 1967) of a box around the start, and then the best point so far: a point on the floor of a valley of the
  /// cost is a good start for the next method. The solution is the one with the lowest cost of all.
  ///
  /// - Parameter share: half the box's width, as a share of each number; 0 remains 0.
  static func solve(
    _ problem: LeastSquaresProblem, from start: [Double], searching share: Double
  ) throws(LeastSquaresError) -> LeastSquaresSolution {
    var best = try solve(problem, from: start)
    if best.isTrusted { return best }
    for point in sobolPoints(32, dimensions: start.count) {
      let place = zip(start, point).map { $0 + abs($0 * share) * (2 * $1 - 1) }
      if let found = try? solve(problem, from: place), found.cost < best.cost { best = found }
    }
    if !best.isTrusted, let found = try? solve(problem, from: best.x), found.cost < best.cost { best = found }
    return best
  }

  /// Points that fill the unit cube evenly, the same in each run; the first point is the cube's middle.
  private static func sobolPoints(_ count: Int, dimensions: Int) -> [[Double]] {
    guard let generator = gsl_qrng_alloc(cgsl_qrng_sobol(), UInt32(dimensions)) else { return [] }
    defer { gsl_qrng_free(generator) }
    return (0..<count).map { _ in
      var point = [Double](repeating: 0, count: dimensions)
      _ = gsl_qrng_get(generator, &point)
      return point
    }
  }
}
