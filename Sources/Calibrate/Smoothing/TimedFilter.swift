import GazePipeline

/// A filter by its own type: a step of `PointerFilter` copies an enum that has the size of the largest filter.
protocol TimedFilter {
  /// Nil for a smoothing of another family.
  init?(_ smoothing: Smoothing)
  mutating func step(_ point: Vector2, at time: Double) -> Vector2
}

extension PointerFilter: TimedFilter {}

extension ExponentialFilter: TimedFilter {
  init?(_ smoothing: Smoothing) {
    guard case .exponential(let settings) = smoothing else { return nil }
    self.init(settings)
  }
}

extension DoubleExponentialFilter: TimedFilter {
  init?(_ smoothing: Smoothing) {
    guard case .doubleExponential(let settings) = smoothing else { return nil }
    self.init(settings)
  }
}

extension OneEuroFilter: TimedFilter {
  init?(_ smoothing: Smoothing) {
    guard case .oneEuro(let settings) = smoothing else { return nil }
    self.init(settings)
  }
}

extension VelocityKalmanFilter: TimedFilter {
  init?(_ smoothing: Smoothing) {
    guard case .kalman(let settings) = smoothing else { return nil }
    self.init(settings)
  }
}

extension MovingAverage: TimedFilter {
  init?(_ smoothing: Smoothing) {
    guard case .movingAverage(let window) = smoothing else { return nil }
    self.init(window: window)
  }

  mutating func step(_ point: Vector2, at time: Double) -> Vector2 { step(point) }
}

/// `GatedTriangularFilter` at the same cost for every window, since each sum follows from the last one. The means
/// differ from the filter's by rounding, about 1e-8 points, so they can rank filters, but a filter's figures must come
/// from the filter itself.
struct RunningTriangularMean: TimedFilter {
  private let threshold: Double
  private var points: [Vector2]
  /// Slot of the next point.
  private var next = 0
  private var count = 0
  /// Σ x₋ₖ and Σ (n − k) x₋ₖ.
  private var (sum, weighted) = (Vector2.zero, Vector2.zero)
  private var mean = Vector2.zero

  init?(_ smoothing: Smoothing) {
    guard case .gatedTriangular(let settings) = smoothing else { return nil }
    threshold = settings.threshold
    points = [Vector2](repeating: .zero, count: settings.window)
  }

  mutating func step(_ point: Vector2, at time: Double) -> Vector2 {
    if count > 0, !((point - mean).length <= threshold) { (count, sum, weighted) = (0, .zero, .zero) }
    if count == points.count {
      weighted -= sum
      sum -= points[next]
    } else {
      count += 1
    }
    sum += point
    weighted += point * Double(count)
    points[next] = point
    next = next + 1 == points.count ? 0 : next + 1
    mean = weighted / Double(count * (count + 1) / 2)
    return mean
  }
}
