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
