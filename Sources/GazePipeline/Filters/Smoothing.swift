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

/// A filter in operation, with its state.
package enum PointerFilter: Sendable, Equatable {
  case none
  case movingAverage(MovingAverage)
  case exponential(ExponentialFilter)
  case doubleExponential(DoubleExponentialFilter)
  case oneEuro(OneEuroFilter)
  case kalman(VelocityKalmanFilter)
  case gatedTriangular(GatedTriangularFilter)

  package init(_ smoothing: Smoothing) {
    switch smoothing {
    case .none: self = .none
    case .movingAverage(let window): self = .movingAverage(MovingAverage(window: window))
    case .exponential(let settings): self = .exponential(ExponentialFilter(settings))
    case .doubleExponential(let settings): self = .doubleExponential(DoubleExponentialFilter(settings))
    case .oneEuro(let settings): self = .oneEuro(OneEuroFilter(settings))
    case .kalman(let settings): self = .kalman(VelocityKalmanFilter(settings))
    case .gatedTriangular(let settings): self = .gatedTriangular(GatedTriangularFilter(settings))
    }
  }

  package mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    switch self {
    case .none: return point
    case .movingAverage(var filter):
      defer { self = .movingAverage(filter) }
      return filter.step(point)
    case .exponential(var filter):
      defer { self = .exponential(filter) }
      return filter.step(point, at: time)
    case .doubleExponential(var filter):
      defer { self = .doubleExponential(filter) }
      return filter.step(point, at: time)
    case .oneEuro(var filter):
      defer { self = .oneEuro(filter) }
      return filter.step(point, at: time)
    case .kalman(var filter):
      defer { self = .kalman(filter) }
      return filter.step(point, at: time)
    case .gatedTriangular(var filter):
      defer { self = .gatedTriangular(filter) }
      return filter.step(point)
    }
  }
}
