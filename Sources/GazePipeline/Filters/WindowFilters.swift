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

/// The triangular mean of the last N points, restarted at a saccade (Kumar, Klingner, Puranik, Winograd & Paepcke, ETRA
/// 2008, doi 10.1145/1344471.1344488). With Gaussian weights it was the best of ten filters for gaze in a comparison by
/// Špakov (ETRA 2012, doi 10.1145/2168556.2168597).
///
///     x̂ = Σ (n − k) x₋ₖ / Σ (n − k), k = 0…n − 1, n = points since the saccade, at most N
///
/// A point further than `threshold` from x̂ is treated as a saccade at once. Published filters wait for a second point,
/// which costs a frame of delay at each saccade but avoids one wrong frame at an outlier. The output lags a ramp by (N
/// − 1)/3 samples, as long as it stays closer to the ramp than the threshold; the standard deviation of white noise is
/// multiplied by √(2(2N + 1)/(3N(N + 1))). The window is a number of samples, not a time.
public struct GatedTriangularFilter: Sendable, Equatable {
  /// Largest window: 32 samples. The buffer is stored inline, so a step allocates nothing.
  public static let capacity = 32

  /// The filter's two parameters.
  public struct Settings: Sendable, Equatable, Codable {
    /// N, the number of samples in the mean, clamped to 1…`capacity`.
    public var window: Int
    /// Distance from the mean above which a point counts as a saccade, screen points.
    public var threshold: Double

    /// Settings.
    public init(window: Int = 16, threshold: Double = 30) {
      self.window = window
      self.threshold = threshold
    }

    var n: Int { min(max(window, 1), GatedTriangularFilter.capacity) }
  }

  /// The filter's settings.
  public let settings: Settings
  private var xs = SIMD32<Double>()
  private var ys = SIMD32<Double>()
  /// Slot of the next point.
  private var next = 0
  private var count = 0
  private var value: SIMD2<Double>?

  /// A filter that has not processed a sample yet.
  public init(_ settings: Settings) { self.settings = settings }

  /// Processes a point and returns the mean; a non-finite point changes nothing.
  public mutating func step(_ point: SIMD2<Double>) -> SIMD2<Double> {
    guard point.isFinite else { return value ?? point }
    // The negated comparison makes a NaN threshold or distance a saccade.
    if let value, !((point - value).length <= settings.threshold) { count = 0 }
    xs[next] = point.x
    ys[next] = point.y
    count = min(count + 1, settings.n)
    var sum = SIMD2<Double>.zero
    var slot = next
    for weight in stride(from: count, to: 0, by: -1) {
      sum += SIMD2(xs[slot], ys[slot]) * Double(weight)
      slot = slot == 0 ? Self.capacity - 1 : slot - 1
    }
    next = next + 1 == Self.capacity ? 0 : next + 1
    let mean = sum / Double(count * (count + 1) / 2)
    if mean.isFinite {
      value = mean
    } else {
      // The sum overflowed, so the filter restarts at this point.
      count = 1
      value = point
    }
    return value ?? point
  }

  /// Removes all points.
  public mutating func reset() { self = GatedTriangularFilter(settings) }
}
