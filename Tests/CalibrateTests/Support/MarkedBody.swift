import GazePipeline
import TestSupport

@testable import Calibrate

/// Marks of joints all over a view, computed by a known map, with noise, outliers, and an offset that all marks of one
/// joint share.
struct MarkedBody {
  var map = AffineMap(a: 12, b: 815, c: -602, d: 9, tx: 480, ty: -3)
  var count = 120
  var groups = 19
  var noise = 5.0
  var groupNoise = 0.0
  var outliers = 0.0
  /// Noise of the joints themselves, in the plane from which the map goes; if it is above 0, each joint also has an
  /// instrument.
  var jointNoise = 0.0

  func pairs(seed: UInt64) -> (pairs: [Correspondence], bad: Set<Int>) {
    var random = SeededGenerator(seed: seed)
    let offsets = (0..<groups).map { _ in random.normalPair() * groupNoise }
    var (pairs, bad): ([Correspondence], Set<Int>) = ([], [])
    for i in 0..<count {
      let from = SIMD2(random.number(0.2...0.8), random.number(0.3...0.7))
      var to = map.apply(from) + offsets[i % groups] + random.normalPair() * noise
      if Double(i) < outliers * Double(count) {
        // An outlier lies anywhere on the screen.
        to = SIMD2(random.number(0...414), random.number(0...896))
        bad.insert(i)
      }
      guard jointNoise > 0 else {
        pairs.append(Correspondence(from: from, to: to, group: i % groups))
        continue
      }
      let seen = from + random.normalPair() * jointNoise
      // The instrument: a neighbour, near the joint's true position.
      let beside = from * 0.9 + 0.05 + random.normalPair() * 0.03
      pairs.append(Correspondence(from: seen, to: to, group: i % groups, instrument: beside))
    }
    return (pairs, bad)
  }

  /// The true m11, m12, m21, m22, o_x, o_y about two middles.
  func truth(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> [Double] {
    let moved = map.apply(from) - to
    return [map.a, map.c, map.b, map.d, moved.x, moved.y]
  }
}
