import GazePipeline

/// Relation of a pointer to a reference that it should follow, as the best linear map by least squares: pointer =
/// matrix · (reference − middle) + middle + offset, all in screen points.
///
/// Wrong signs, axes or units of a pipeline appear in the matrix, and not only in the size of an error.
struct PointerMap {
  /// Number of samples.
  private(set) var count = 0
  /// Pointers and references are measured from the screen's middle, which loses far fewer digits in the sums.
  private let middle: Vector2
  private var sums = (reference: Vector2.zero, pointer: Vector2.zero)
  /// Σ of the reference's xx, yy; its xy; the pointer's xx, yy; pointer x with (x, y), pointer y with (x, y).
  private var squares = (reference: Vector2.zero, cross: 0.0, pointer: Vector2.zero)
  private var products = (x: Vector2.zero, y: Vector2.zero)

  /// A map without samples, on a screen with this middle.
  init(middle: Vector2) { self.middle = middle }

  /// Adds a pointer and the reference that it should follow, points.
  @inline(__always)
  mutating func add(_ pointer: Vector2, to reference: Vector2) {
    let (p, r) = (pointer - middle, reference - middle)
    count += 1
    sums.reference += r
    sums.pointer += p
    squares.reference += r * r
    squares.cross += r.x * r.y
    squares.pointer += p * p
    products.x += r * p.x
    products.y += r * p.y
  }

  /// The best-fitting map.
  struct Fit {
    /// Rows of the matrix: points by which the pointer's x (or y) moves when the reference moves by one point along x
    /// and along y.
    var x: Vector2, y: Vector2
    /// Mean offset of the pointer from the reference, points; positive is to the right and below.
    var offset: Vector2
    /// `residual`: residual of the map, root mean square over both axes together, points; `unexplained`: share of the
    /// pointer's own variance that the map leaves unexplained, 0…1; 1 for a pointer that does not move; `spread`:
    /// standard deviation of the pointer, both axes together, points.
    var residual, unexplained, spread: Double

    /// Movement of the pointer along each axis when the reference moves along the same axis: 1 is right.
    var gain: Vector2 { SIMD2(x.x, y.y) }
    /// Movement of the pointer's x with the reference's y, and of its y with the reference's x: 0 is right.
    var crosstalk: Vector2 { SIMD2(x.y, y.x) }

    /// Movement of the pointer when the reference moves by `step`.
    func apply(_ step: Vector2) -> Vector2 { SIMD2((x * step).sum(), (y * step).sum()) }
  }

  /// The best-fitting map; nil with fewer than ten samples, or if the reference moves by less than a point along an
  /// axis.
  var fit: Fit? {
    guard count >= 10 else { return nil }
    let n = Double(count)
    let (r, p) = (sums.reference / n, sums.pointer / n)
    // Covariances times n.
    let own = squares.reference - r * r * n
    let cross = squares.cross - r.x * r.y * n
    let (px, py) = (products.x - r * (p.x * n), products.y - r * (p.y * n))
    let determinant = own.x * own.y - cross * cross
    guard own.min() > n, determinant > 1e-9 * own.x * own.y else { return nil }
    func row(_ v: Vector2) -> Vector2 {
      SIMD2(own.y * v.x - cross * v.y, own.x * v.y - cross * v.x) / determinant
    }
    let (x, y) = (row(px), row(py))
    let variance = max((squares.pointer - p * p * n).sum(), 0)
    let left = max(variance - (x * px).sum() - (y * py).sum(), 0)
    return Fit(
      x: x, y: y, offset: p - r, residual: (left / n).squareRoot(),
      // A spread below a ten-thousandth of a point is rounding.
      unexplained: variance > 1e-8 * n ? left / variance : 1, spread: (variance / n).squareRoot())
  }
}
