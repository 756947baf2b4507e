/// Smoothing of a pipeline's pointer.
public enum Smoothing: Sendable, Equatable {
  /// No smoothing.
  case none
  /// The mean of the last N points.
  case movingAverage(Int)
  /// A first-order low-pass.
  case exponential(ExponentialFilter.Settings)
  /// Double exponential smoothing of a level and a trend.
  case doubleExponential(DoubleExponentialFilter.Settings)
  /// The 1€ filter.
  case oneEuro(OneEuroFilter.Settings)
  /// A Kalman filter of position and velocity, restarted by saccades.
  case kalman(VelocityKalmanFilter.Settings)
  /// Triangular weights over the last N points, restarted by saccades.
  case gatedTriangular(GatedTriangularFilter.Settings)

  /// The smoothing of every built-in device profile: a starting point that is not fitted to a phone.
  public static let standard = Smoothing.oneEuro(.init(minCutoff: 2, beta: 0.02, derivativeCutoff: 1))

  /// Kind of filter. The raw values are the names that files use; the cases are ordered from simple to complex.
  public enum Family: String, Sendable, CaseIterable, Codable {
    /// The kind of the case of `Smoothing` that has the same name.
    case none, movingAverage, exponential, doubleExponential, oneEuro, gatedTriangular, kalman

    /// A filter of this family with default parameters, which are not tuned.
    public var example: Smoothing {
      switch self {
      case .none: .none
      case .movingAverage: .movingAverage(5)
      case .exponential: .exponential(.init())
      case .doubleExponential: .doubleExponential(.init())
      case .oneEuro: .oneEuro(.init(minCutoff: 2, beta: 0.02))
      case .kalman: .kalman(.init())
      case .gatedTriangular: .gatedTriangular(.init())
      }
    }
  }

  /// Kind of filter.
  public var family: Family {
    switch self {
    case .none: .none
    case .movingAverage: .movingAverage
    case .exponential: .exponential
    case .doubleExponential: .doubleExponential
    case .oneEuro: .oneEuro
    case .kalman: .kalman
    case .gatedTriangular: .gatedTriangular
    }
  }
}

/// A filter in operation, with its state: it does what a `Smoothing` describes.
///
///     var filter = PointerFilter(.oneEuro(.init(minCutoff: 2, beta: 0.02)))
///     let smooth = filter.step(point, at: frame.time)
public struct PointerFilter: Sendable, Equatable {
  private enum Other: Sendable, Equatable {
    case none
    case movingAverage(MovingAverage)
    case exponential(ExponentialFilter)
    case doubleExponential(DoubleExponentialFilter)
    case kalman(VelocityKalmanFilter)
    case gatedTriangular(GatedTriangularFilter)
  }

  // Every profile's filter, beside the enum of the others: to step a case of an enum, the whole enum is copied, which
  // takes a fifth of a pipeline's step.
  private var oneEuro: OneEuroFilter?
  private var other = Other.none

  /// A filter that has not processed a point yet.
  public init(_ smoothing: Smoothing) {
    switch smoothing {
    case .none: break
    case .movingAverage(let window): other = .movingAverage(MovingAverage(window: window))
    case .exponential(let settings): other = .exponential(ExponentialFilter(settings))
    case .doubleExponential(let settings): other = .doubleExponential(DoubleExponentialFilter(settings))
    case .oneEuro(let settings): oneEuro = OneEuroFilter(settings)
    case .kalman(let settings): other = .kalman(VelocityKalmanFilter(settings))
    case .gatedTriangular(let settings): other = .gatedTriangular(GatedTriangularFilter(settings))
    }
  }

  /// Takes in a point and returns the smoothed one. A frame without a point is left out: the filter is then not called.
  ///
  /// - Parameters:
  ///   - point: the pointer of this frame, screen points.
  ///   - time: time of the frame, seconds; filters that count points ignore it.
  public mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    if let smoothed = oneEuro?.step(point, at: time) { return smoothed }
    switch other {
    case .none: return point
    case .movingAverage(var filter):
      defer { other = .movingAverage(filter) }
      return filter.step(point)
    case .exponential(var filter):
      defer { other = .exponential(filter) }
      return filter.step(point, at: time)
    case .doubleExponential(var filter):
      defer { other = .doubleExponential(filter) }
      return filter.step(point, at: time)
    case .kalman(var filter):
      defer { other = .kalman(filter) }
      return filter.step(point, at: time)
    case .gatedTriangular(var filter):
      defer { other = .gatedTriangular(filter) }
      return filter.step(point)
    }
  }
}
