import GazePipeline

/// How a pointer goes with something that it should follow, as the best linear map by least squares:
/// pointer = matrix · (reference − middle) + middle + offset, all in screen points.
///
/// Where a pipeline is wrong in its signs, axes or units it shows in the matrix, and not in an error's size.
struct PointerMap: Sendable, Equatable {
  /// Samples.
  private(set) var count = 0
  /// Pointers and references are counted from here: far fewer digits are lost.
  private let middle: SIMD2<Double>
  private var sums = (reference: SIMD2<Double>.zero, pointer: SIMD2<Double>.zero)
  /// Σ of the reference's xx, yy; its xy; the pointer's xx, yy; pointer x with (x, y), pointer y with (x, y).
  private var squares = (reference: SIMD2<Double>.zero, cross: 0.0, pointer: SIMD2<Double>.zero)
  private var products = (x: SIMD2<Double>.zero, y: SIMD2<Double>.zero)

  /// No sample yet, on a screen with this middle.
  init(middle: SIMD2<Double>) { self.middle = middle }

  /// Takes a pointer and what it should follow in, points.
  @inline(__always)
  mutating func add(_ pointer: SIMD2<Double>, to reference: SIMD2<Double>) {
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

  /// The map that fits best.
  struct Fit: Sendable, Equatable {
    /// Points that the pointer's x moves where the reference moves by one along (x, y); likewise its y.
    var x: SIMD2<Double>, y: SIMD2<Double>
    /// By how much the pointer lies right of and below the reference on average, points.
    var offset: SIMD2<Double>
    /// What the map leaves, root mean square over both axes together, points.
    var residual: Double
    /// The share of the pointer's own variance that the map leaves, 0…1; 1 for a pointer that does not move.
    var unexplained: Double
    /// Standard deviation of the pointer, both axes together, points.
    var spread: Double

    /// The pointer moves along its own axis, as it should by 1.
    var gain: SIMD2<Double> { SIMD2(x.x, y.y) }
    /// The pointer's x moves with the reference's y, and its y with the reference's x: 0 is right.
    var crosstalk: SIMD2<Double> { SIMD2(x.y, y.x) }

    /// By how much the pointer moves where the reference moves by this.
    func apply(_ step: SIMD2<Double>) -> SIMD2<Double> { SIMD2((x * step).sum(), (y * step).sum()) }
  }

  /// nil with fewer than ten samples, or where the reference does not move by a point along both axes.
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
    func row(_ v: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(own.y * v.x - cross * v.y, own.x * v.y - cross * v.x) / determinant
    }
    let (x, y) = (row(px), row(py))
    let variance = max((squares.pointer - p * p * n).sum(), 0)
    let left = max(variance - (x * px).sum() - (y * py).sum(), 0)
    return Fit(
      x: x, y: y, offset: p - r, residual: (left / n).squareRoot(),
      // Below a ten-thousandth of a point it is rounding.
      unexplained: variance > 1e-8 * n ? left / variance : 1, spread: (variance / n).squareRoot())
  }

  static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.middle == b.middle && a.sums == b.sums && a.squares == b.squares
      && a.products == b.products
  }
}
