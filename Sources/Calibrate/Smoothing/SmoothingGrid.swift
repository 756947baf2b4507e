package import GazePipeline

/// Sums of squares of a family's filters on a coarse grid, from which fits with any weight of the jumps begin.
package struct SmoothingGrid: Sendable {
  let search: SmoothingSearch
  let objective: SmoothingObjective
  /// Number of jumps in all takes.
  let jumps: Int
  /// The places of the grid, by variant.
  private let places: [(variant: Int, x: [Double])]
  private let tallies: [[SmoothingObjective.Tally]]

  /// A family's grid on takes, which are grouped by scenario or person.
  ///
  /// - Throws: if the takes do not show both jitter and lag.
  package init(_ family: Smoothing.Family, _ takes: [SmoothingTake]) throws(SmoothingFit.Failure) {
    let plateaus = takes.reduce(0) { $0 + $1.track.plateaus }
    jumps = takes.reduce(0) { $0 + $1.track.jumps }
    guard plateaus > 0 else { throw .noPlateau }
    guard jumps > 0 else { throw .noJump(plateaus: plateaus) }
    let search = SmoothingSearch(family)
    self.search = search
    objective = SmoothingObjective(SmoothingTake.groups(takes))
    places = search.variants.indices.flatMap { variant in search.grid.map { (variant, $0) } }
    tallies = objective.tallies(places.map { search.smoothing($0.variant, at: $0.x) })
  }

  /// Numbers of the cells and their costs, the lowest first; `excluded` is a group to leave out.
  func cells(movingWeight: Double, without excluded: Int? = nil) -> [(cell: Int, cost: Double)] {
    let costs = tallies.map { objective.cost($0, movingWeight: movingWeight, without: excluded) }
    // Equal costs are ordered by number, so that the choice does not depend on the sort.
    return costs.indices.map { ($0, costs[$0]) }.sorted { ($0.cost, $0.cell) < ($1.cost, $1.cell) }
  }

  /// True if the cells are not neighbours on the grid.
  func areApart(_ a: Int, _ b: Int) -> Bool {
    places[a].variant != places[b].variant || zip(places[a].x, places[b].x).contains { abs($0 - $1) > 1.5 }
  }

  /// The smoothing of a cell.
  func smoothing(_ cell: Int) -> Smoothing { search.smoothing(places[cell].variant, at: places[cell].x) }

  /// The place of a cell.
  func place(_ cell: Int) -> SmoothingDescent.Place {
    let x = places[cell].x
    return SmoothingDescent.Place(variant: places[cell].variant, x: SIMD2(x.first ?? 0, x.dropFirst().first ?? 0))
  }
}
