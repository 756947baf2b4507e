import GazePipeline

/// Search space for a family's best filter.
///
/// Continuous numbers are bounded on the scale of their logarithm by `low + (high − low) / (1 + e^−x)`: x is unbounded,
/// the number stays within its bounds. Integers, and gates, at which the error jumps, are tried one by one.
struct SmoothingSearch: Sendable {
  /// Bounds of the 1€ filter's cutoff at rest, Hz: the lowest hardly moves, the highest hardly filters at 60 frames a
  /// second.
  static let minCutoffRange = 0.05...30
  /// Bounds of the 1€ filter's beta, 1/point: at 1e-5 even a jump of 10,000 points/s raises the cutoff by only 0.1 Hz.
  static let betaRange = 1e-5...1

  let family: Smoothing.Family
  /// Bounds of the continuous numbers; empty if all filters are tried one by one.
  let ranges: [ClosedRange<Double>]
  /// Values that are tried one by one: windows and gates.
  let variants: [[Double]]

  /// The search space of a family.
  init(_ family: Smoothing.Family) {
    self.family = family
    switch family {
    case .none: (ranges, variants) = ([], [[]])
    case .movingAverage: (ranges, variants) = ([], (2...MovingAverage.capacity).map { [Double($0)] })
    case .exponential: (ranges, variants) = ([0.002...2], [[]])
    case .doubleExponential: (ranges, variants) = ([0.002...2, 0.01...100], [[]])
    case .oneEuro: (ranges, variants) = ([Self.minCutoffRange, Self.betaRange], [[]])
    case .kalman: (ranges, variants) = ([0.5...50, 10...1e5], [[3], [5], [8]])
    case .gatedTriangular:
      let windows = (2...32).map(Double.init)
      let thresholds: [Double] = [6, 8, 11, 15, 20, 27, 40, 60, 90, 140]
      (ranges, variants) = ([], windows.flatMap { window in thresholds.map { [window, $0] } })
    }
  }

  /// The smoothing of a variant at x.
  func smoothing(_ variant: Int, at x: [Double]) -> Smoothing {
    let (fixed, free) = (variants[variant], zip(x, ranges).map(Self.bounded))
    switch family {
    case .none: return .none
    case .movingAverage: return .movingAverage(Int(fixed[0]))
    case .exponential: return .exponential(.init(timeConstant: free[0]))
    case .doubleExponential:
      return .doubleExponential(.init(timeConstant: free[0], trendTimeConstant: free[1]))
    case .oneEuro: return .oneEuro(.init(minCutoff: free[0], beta: free[1]))
    case .kalman: return .kalman(.init(noise: free[0], acceleration: free[1], gate: fixed[0]))
    case .gatedTriangular: return .gatedTriangular(.init(window: Int(fixed[0]), threshold: fixed[1]))
    }
  }

  /// The smoothing at a place.
  func smoothing(at place: SmoothingDescent.Place) -> Smoothing {
    smoothing(place.variant, at: [place.x.x, place.x.y].prefix(ranges.count).map { $0 })
  }

  private static func bounded(_ x: Double, _ range: ClosedRange<Double>) -> Double {
    let (low, high) = (Elementary.log(range.lowerBound), Elementary.log(range.upperBound))
    return Elementary.exp(low + (high - low) / (1 + Elementary.exp(-x)))
  }

  /// A coarse grid over x: 13 points along one number, 7 × 7 along two, one for none.
  var grid: [[Double]] {
    switch ranges.count {
    case 0: return [[]]
    case 1: return stride(from: -3.0, through: 3, by: 0.5).map { [$0] }
    default:
      let numbers = Array(stride(from: -3.0, through: 3, by: 1))
      return numbers.flatMap { first in numbers.map { [first, $0] } }
    }
  }
}
