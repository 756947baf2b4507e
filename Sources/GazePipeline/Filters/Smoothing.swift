/// How a pipeline smooths its pointer.
public enum Smoothing: Sendable, Equatable {
  /// Not at all.
  case none
  /// The mean of the last N points.
  case movingAverage(Int)
  /// The 1€ filter.
  case oneEuro(OneEuroFilter.Settings)
}

/// A smoothing at work.
package enum PointerFilter: Sendable, Equatable {
  case none
  case movingAverage(MovingAverage)
  case oneEuro(OneEuroFilter)

  package init(_ smoothing: Smoothing) {
    switch smoothing {
    case .none: self = .none
    case .movingAverage(let window): self = .movingAverage(MovingAverage(window: window))
    case .oneEuro(let settings): self = .oneEuro(OneEuroFilter(settings))
    }
  }

  package mutating func step(_ point: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
    switch self {
    case .none: return point
    case .movingAverage(var filter):
      let value = filter.step(point)
      self = .movingAverage(filter)
      return value
    case .oneEuro(var filter):
      let value = filter.step(point, at: time)
      self = .oneEuro(filter)
      return value
    }
  }
}
