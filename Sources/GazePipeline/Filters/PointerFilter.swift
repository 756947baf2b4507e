/// A filter in operation, with its state: it does what a `Smoothing` describes.
///
///     var filter = PointerFilter(.oneEuro(.init(minCutoff: 2, beta: 0.02)))
///     let smooth = filter.step(point, at: frame.time)
public struct PointerFilter: Sendable, Equatable {
  private enum State: Sendable, Equatable {
    case none
    case movingAverage(MovingAverage)
    case exponential(ExponentialFilter)
    case doubleExponential(DoubleExponentialFilter)
    case oneEuro(OneEuroFilter)
    case kalman(VelocityKalmanFilter)
    case gatedTriangular(GatedTriangularFilter)
  }

  private var state: State

  /// A filter that has not processed a point yet.
  public init(_ smoothing: Smoothing) {
    state =
      switch smoothing {
      case .none: .none
      case .movingAverage(let window): .movingAverage(MovingAverage(window: window))
      case .exponential(let settings): .exponential(ExponentialFilter(settings))
      case .doubleExponential(let settings): .doubleExponential(DoubleExponentialFilter(settings))
      case .oneEuro(let settings): .oneEuro(OneEuroFilter(settings))
      case .kalman(let settings): .kalman(VelocityKalmanFilter(settings))
      case .gatedTriangular(let settings): .gatedTriangular(GatedTriangularFilter(settings))
      }
  }

  /// Takes in a point and returns the smoothed one. A frame without a point is left out: the filter is then not called.
  ///
  /// - Parameters:
  ///   - point: the pointer of this frame, screen points.
  ///   - time: time of the frame, seconds; filters that count points ignore it.
  public mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    switch state {
    case .none: return point
    case .movingAverage(var filter):
      defer { state = .movingAverage(filter) }
      return filter.step(point)
    case .exponential(var filter):
      defer { state = .exponential(filter) }
      return filter.step(point, at: time)
    case .doubleExponential(var filter):
      defer { state = .doubleExponential(filter) }
      return filter.step(point, at: time)
    case .oneEuro(var filter):
      defer { state = .oneEuro(filter) }
      return filter.step(point, at: time)
    case .kalman(var filter):
      defer { state = .kalman(filter) }
      return filter.step(point, at: time)
    case .gatedTriangular(var filter):
      defer { state = .gatedTriangular(filter) }
      return filter.step(point)
    }
  }
}
