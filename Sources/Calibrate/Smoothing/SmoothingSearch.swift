package import GazePipeline
private import PortableFoundation

/// Search space for a family's best filter.
///
/// Continuous numbers are bounded on the scale of their logarithm by `low + (high − low) / (1 + e^−x)`: x is unbounded,
/// the number stays within its bounds. Integers, and gates, at which the error jumps, are tried one by one.
struct SmoothingSearch {
  /// Bounds of the 1€ filter's cutoff at rest, Hz: the lowest hardly moves, the highest hardly filters at 60 frames a
  /// second.
  static let minCutoffRange = 0.05...30
  /// Bounds of the 1€ filter's beta, 1/point: at 1e-5 even a jump of 10,000 points/s raises the cutoff by only 0.1 Hz.
  static let betaRange = 1e-5...1

  let family: Smoothing.Family
  /// Bounds of the continuous numbers, in the order in which `smoothing(at:)` reads them; empty if all filters are
  /// tried one by one.
  let ranges: [ClosedRange<Double>]
  /// Values that are tried one by one, in the same order: windows and gates.
  let variants: [[Double]]

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
      let windows = (2...GatedTriangularFilter.capacity).map(Double.init)
      let thresholds: [Double] = [6, 8, 11, 15, 20, 27, 40, 60, 90, 140]
      (ranges, variants) = ([], windows.flatMap { window in thresholds.map { [window, $0] } })
    }
  }

  struct Place {
    var variant: Int
    /// The second number is unused in a family with one.
    var x: Vector2

    func moved(by step: Vector2) -> Place { Place(variant: variant, x: x + step) }

    /// True if the places are not neighbours on the grid.
    func isApart(from other: Place) -> Bool {
      variant != other.variant || max(abs(x.x - other.x.x), abs(x.y - other.x.y)) > 1.5
    }
  }

  func smoothing(at place: Place) -> Smoothing {
    let fixed = variants[place.variant]
    let free = ranges.indices.map { Self.bounded(place.x[$0], ranges[$0]) }
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

  private static func bounded(_ x: Double, _ range: ClosedRange<Double>) -> Double {
    let (low, high) = (log(range.lowerBound), log(range.upperBound))
    return exp(low + (high - low) / (1 + exp(-x)))
  }

  /// A coarse grid: for each variant 13 points along one number, 7 × 7 along two, one for none.
  var grid: [Place] {
    let x: [Vector2] =
      switch ranges.count {
      case 0: [.zero]
      case 1: (-6...6).map { SIMD2(Double($0) / 2, 0) }
      default: (-3...3).flatMap { first in (-3...3).map { SIMD2(Double(first), Double($0)) } }
      }
    return variants.indices.flatMap { variant in x.map { Place(variant: variant, x: $0) } }
  }
}

/// Sums of squares of a family's filters on a coarse grid, from which fits with any weight of the jumps begin.
package struct SmoothingGrid {
  struct Cell {
    var place: SmoothingSearch.Place
    var smoothing: Smoothing
    var cost: Double
  }

  let search: SmoothingSearch
  let objective: SmoothingObjective
  let jumps: Int
  private let tallies: [[SmoothingObjective.Tally]]

  /// A family's grid on takes, which are grouped by scenario or person.
  ///
  /// - Throws: if the takes do not show both jitter and lag.
  package init(_ family: Smoothing.Family, _ takes: [SmoothingTake]) throws(SmoothingFit.Failure) {
    let plateaus = takes.sum { $0.track.plateaus }
    jumps = takes.sum { $0.track.jumps }
    guard plateaus > 0 else { throw .noPlateau }
    guard jumps > 0 else { throw .noJump(plateaus: plateaus) }
    let search = SmoothingSearch(family)
    self.search = search
    objective = SmoothingObjective(SmoothingTake.groups(takes))
    tallies = objective.ranking(search.grid.map(search.smoothing))
  }

  /// The cells, the one with the lowest cost first; `excluded` is a group to leave out.
  func cells(movingWeight: Double, without excluded: Int? = nil) -> [Cell] {
    let cells = zip(search.grid, tallies).map { place, tallies in
      Cell(
        place: place, smoothing: search.smoothing(at: place),
        cost: objective.cost(tallies, movingWeight: movingWeight, without: excluded))
    }
    // Equal costs are ordered by number, so that the choice does not depend on the sort.
    return cells.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
  }
}
