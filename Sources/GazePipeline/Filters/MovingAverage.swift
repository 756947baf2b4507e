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
    xs[next] = point.x
    ys[next] = point.y
    next = (next + 1) % window
    count = min(count + 1, window)
    // Slots that have not been written are zero.
    return SIMD2(xs.sum(), ys.sum()) / Double(count)
  }

  /// Removes all points.
  public mutating func reset() { self = MovingAverage(window: window) }
}
