/// The mean of the last N points, or of all points while there are fewer than N: the 2021 article's smoothing, with N =
/// 10.
///
/// The output lags a ramp by (N − 1)/2 samples; the standard deviation of white noise is divided by √N. The sum is
/// recomputed at every step, so rounding does not accumulate. N is at most `MovingAverage.capacity`.
public struct MovingAverage: Sendable, Equatable {
  /// Largest window: 32 samples. The buffer is stored inline, so a step allocates nothing.
  public static let capacity = 32

  /// N, the number of points in the mean.
  public let window: Int
  private var xs = SIMD32<Double>()
  private var ys = SIMD32<Double>()
  private var next = 0
  private var count = 0

  /// A filter over the last `window` points, clamped to 1…`capacity`.
  public init(window: Int) { self.window = min(max(window, 1), Self.capacity) }

  /// Processes a point and returns the mean.
  public mutating func step(_ point: SIMD2<Double>) -> SIMD2<Double> {
    // In place, because a subscript of a SIMD32 copies all of it twice. All offsets are of the 32 numbers: 0 ≤ next <
    // window and count ≤ window ≤ 32.
    Self.store(point.x, at: next, in: &xs)
    Self.store(point.y, at: next, in: &ys)
    next = next + 1 == window ? 0 : next + 1
    count = min(count + 1, window)
    return SIMD2(Self.sum(of: count, in: &xs), Self.sum(of: count, in: &ys)) / Double(count)
  }

  private static func store(_ value: Double, at index: Int, in values: inout SIMD32<Double>) {
    withUnsafeMutableBytes(of: &values) { $0.storeBytes(of: value, toByteOffset: 8 * index, as: Double.self) }
  }

  private static func sum(of count: Int, in values: inout SIMD32<Double>) -> Double {
    withUnsafeBytes(of: &values) { values in
      (0..<count).reduce(0) { $0 + values.load(fromByteOffset: 8 * $1, as: Double.self) }
    }
  }

  /// Removes all points.
  public mutating func reset() { self = MovingAverage(window: window) }
}
