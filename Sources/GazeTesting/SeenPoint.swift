import GazePipeline

/// A point of the screen and its direction from the eye.
struct SeenPoint {
  /// Screen points.
  let point: SIMD2<Double>
  /// The point in the camera's plane, metres.
  let hit: SIMD2<Double>
  /// Direction from the eye, camera frame; NaN if the eye's place is unknown.
  let direction: SIMD3<Double>

  @inline(__always)
  init(_ point: SIMD2<Double>, _ geometry: ScreenGeometry, _ view: EyeView) {
    self.point = point
    hit = geometry.hit(ofPoint: point)
    direction = view.direction(ofHit: hit)
  }

  /// Distance from another point, points.
  @inline(__always)
  func points(to other: SeenPoint) -> Double { (point - other.point).length }

  /// Distance from another point, millimetres.
  @inline(__always)
  func millimetres(to other: SeenPoint) -> Double { (hit - other.hit).length * 1000 }

  /// Angle to another point at the eye, degrees; NaN if it is unknown.
  func degrees(to other: SeenPoint) -> Double { angleBySeries(between: direction, and: other.direction).degrees }

  /// The direction as two angles.
  var angles: GazeAngles { GazeAngles(direction: direction) }
}
