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
