import GazePipeline

/// Layout of the targets on the screen. Apps place them on a grid: the left margin equals the right one, the top margin
/// the bottom one, and horizontal margins are the same share of the screen as vertical ones. A wrong screen size in
/// points breaks this symmetry, and the correct size restores it, independently of noise.
struct TargetLayout: Sendable {
  /// Extremes of the targets, points.
  let low: Vector2, high: Vector2
  private let targets: [Vector2]
  private let isGrid: Bool

  /// Fails without two targets that differ in both axes.
  init?(_ targets: Set<Vector2>) {
    guard let first = targets.first else { return nil }
    var (low, high) = (first, first)
    for target in targets {
      low = pointwiseMin(low, target)
      high = pointwiseMax(high, target)
    }
    guard (high - low).min() > 0 else { return nil }
    (self.low, self.high) = (low, high)
    isGrid = targets.count <= 400
    self.targets = isGrid ? Array(targets) : [low, high]
  }

  /// (lowest + highest) / size, which is 1 if the layout's middle is the screen's middle.
  func middle(_ size: Vector2) -> Vector2 { (low + high) / size }

  /// Log weight of each coincidence; by chance, each happens once in 100 to 400 times.
  static let middleWorth = 6.0, shareWorth = 4.5, roundWorth = 5.0

  /// Log likelihood of this layout on a screen of `size`, relative to chance, after `map` has been applied to its
  /// points; 0 if there is no symmetry.
  func order(_ size: Vector2, _ map: (Vector2) -> Vector2 = { $0 }) -> Double {
    let (a, b) = (map(low) / size, map(high) / size)
    let extent = b - a
    guard extent.min() > 0.05 else { return 0 }
    let middle = (a + b) / 2
    var worth = 0.0
    for k in 0..<2 where abs(middle[k] - 0.5) < 0.0012 { worth += Self.middleWorth }
    if abs(extent.x / extent.y - 1) < 0.004 { worth += Self.shareWorth }
    return worth + (isGrid && isRound(targets.map { map($0) / size }) ? Self.roundWorth : 0)
  }

  /// True if the shares of each axis are multiples of a twentieth, or middles of 2, 4 or 8 equal cells. By chance one
  /// share in twelve is round; here those of x and y must both be. A grid with a target in the screen's middle lies on
  /// the middles of no even number of cells, wherever its edges are.
  private func isRound(_ shares: [Vector2]) -> Bool {
    (0..<2).allSatisfy { axis in
      [(20.0, 0.0), (2, 0.5), (4, 0.5), (8, 0.5)].contains { cells, start in
        shares.allSatisfy { share in
          let place = share[axis] * cells - start
          // The tolerance is a thousandth of the screen.
          return abs(place - place.rounded()) < 0.001 * cells
        }
      }
    }
  }

  /// True if the layout's middle is the screen's middle.
  func isCentred(_ size: Vector2) -> Bool {
    let off = middle(size) - 1
    return max(abs(off.x), abs(off.y)) < Self.offMiddle
  }

  /// Smallest distance of (lowest + highest) / size from 1 with which a layout counts as beside the middle.
  static let offMiddle = 0.015
}
