import GazePipeline

/// Layout of the targets on the screen. Apps place them on a grid: the left margin equals the right one, the top margin
/// the bottom one, and horizontal margins are the same share of the screen as vertical ones. A wrong screen size in
/// points breaks this symmetry, and the correct size restores it, independently of noise.
struct TargetLayout: Sendable {
  /// Extremes of the targets, points.
  let low: SIMD2<Double>, high: SIMD2<Double>
  private let targets: [SIMD2<Double>]
  private let isGrid: Bool

  /// Fails without two targets that differ in both axes.
  init?(_ targets: Set<SIMD2<Double>>) {
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
  func middle(_ size: SIMD2<Double>) -> SIMD2<Double> { (low + high) / size }

  /// Log weight of each coincidence; by chance, each happens once in 100 to 400 times.
  static let middleWorth = 6.0, shareWorth = 4.5, roundWorth = 5.0

  /// Log likelihood of this layout on a screen of `size`, relative to chance, after `map` has been applied to its
  /// points; 0 if there is no symmetry.
  func order(_ size: SIMD2<Double>, _ map: (SIMD2<Double>) -> SIMD2<Double> = { $0 }) -> Double {
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
  private func isRound(_ shares: [SIMD2<Double>]) -> Bool {
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
  func isCentred(_ size: SIMD2<Double>) -> Bool {
    let off = middle(size) - 1
    return max(abs(off.x), abs(off.y)) < Self.offMiddle
  }

  /// Smallest distance of (lowest + highest) / size from 1 with which a layout counts as beside the middle.
  static let offMiddle = 0.015
}

/// Heights and widths of devices' bodies, which apps mistake for the screen's. The numbers are those of Apple's data
/// sheets as remembered: check them before citing them. They only decide whether a factor between two sizes is *like*
/// the factor of a body to its screen.
enum BodySize {
  /// Width and height, millimetres, by device.
  static let millimetres: [String: SIMD2<Double>] = table.split(separator: "\n").reduce(into: [:]) { sizes, row in
    let words = row.split(separator: " ")
    for device in words.dropFirst(2) { sizes[String(device)] = SIMD2(Double(words[0]) ?? 0, Double(words[1]) ?? 0) }
  }

  /// Width, height, and the devices with this size.
  private static let table = """
    70.9 143.6 iphonex iphonexs
    77.4 157.5 iphonexsmax
    75.7 150.9 iphonexr iphone11
    71.4 144.0 iphone11pro
    77.8 158.0 iphone11promax
    64.2 131.5 iphone12mini iphone13mini
    71.5 146.7 iphone12 iphone12pro iphone13 iphone13pro iphone14 iphone16e iphone17e
    78.1 160.8 iphone12promax iphone13promax iphone14plus
    71.5 147.5 iphone14pro
    77.6 160.7 iphone14promax
    71.6 147.6 iphone15 iphone16
    77.8 160.9 iphone15plus iphone16plus
    70.6 146.6 iphone15pro
    76.7 159.9 iphone15promax
    71.5 149.6 iphone16pro iphone17
    77.6 163.0 iphone16promax
    71.9 150.0 iphone17pro
    78.0 163.4 iphone17promax
    74.7 156.2 iphoneair
    178.5 247.6 ipadpro11gen1 ipadpro11gen2 ipadpro11gen3 ipadpro11gen4
    177.5 249.7 ipadpro11m4 ipadpro11m5
    214.9 280.6 ipadpro129gen3 ipadpro129gen4 ipadpro129gen5 ipadpro129gen6
    215.5 281.6 ipadpro13m4 ipadpro13m5
    """

  /// Range over the table of the difference between a body's size and its screen's, millimetres: bezels and frame of
  /// both sides together.
  static let margin = 3.0...22.0

  /// True if a size in millimetres could be that of a body around a panel: larger than the panel by a similar number of
  /// millimetres in width and height.
  static func isBody(_ size: SIMD2<Double>, around panel: SIMD2<Double>) -> Bool {
    let more = size - panel
    return margin.contains(more.x) && margin.contains(more.y) && abs(more.x - more.y) < 5
  }
}
