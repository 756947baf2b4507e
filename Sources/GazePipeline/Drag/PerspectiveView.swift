/// A screen's perspective view of the sphere around a camera, with a vertical field of view φ.
///
/// The camera frame is SceneKit's: x towards the screen's right, y up, view axis −z. Screen points count from the
/// top-left corner, y down.
///
///     f = (H/2)/tan(φ/2)                                  points
///     ray(x, y) = (x − W/2, H/2 − y, −f)/|…|
///     place(d)  = (W/2 + f·d_x/−d_z, H/2 − f·d_y/−d_z)
public struct PerspectiveView: Sendable, Equatable {
  /// Width and height, points.
  public let points: SIMD2<Double>
  /// Distance from the camera to the picture's plane, points.
  public let focalLength: Double

  /// A view from the screen's size in points and the vertical field of view in radians.
  ///
  /// - Throws: `PerspectiveViewError` for a size outside 1…100,000 points, and for a field of view that is not above
  ///   0.1° and below 179.9°.
  public init(points: SIMD2<Double>, fieldOfView: Double) throws(PerspectiveViewError) {
    guard points.isFinite, points.min() >= 1, points.max() <= 1e5 else { throw .points(points) }
    guard fieldOfView > 0.1.radians, fieldOfView < 179.9.radians else { throw .fieldOfView(fieldOfView) }
    self.init(points: points, focalLength: points.y / 2 / Elementary.tan(fieldOfView / 2))
  }

  private init(points: SIMD2<Double>, focalLength: Double) {
    self.points = points
    self.focalLength = focalLength
  }

  /// Substitute for an invalid view in code that must continue: SceneKit's 60° on 375 × 812 points.
  package static let fallback = PerspectiveView(points: SIMD2(375, 812), focalLength: 406 / Elementary.tan(.pi / 6))

  /// The vertical field of view, radians.
  public var fieldOfView: Double { 2 * Elementary.atan(points.y / 2 / focalLength) }

  /// The screen's middle.
  public var centre: SIMD2<Double> { points / 2 }

  /// The same screen with a field of view φ whose tan(φ/2) is `scale` times as large; unchanged for a scale outside
  /// 0.01…100.
  public func widened(by scale: Double) -> PerspectiveView {
    scale >= 0.01 && scale <= 100 ? PerspectiveView(points: points, focalLength: focalLength / scale) : self
  }

  /// The unit vector from the camera through a point of the screen.
  public func ray(through location: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(location.x - points.x / 2, points.y / 2 - location.y, -focalLength).normalized
  }

  /// Screen point of a direction in the camera's frame, on the screen or beside it; nil for a direction more than about
  /// 87° off the view axis.
  public func place(of direction: SIMD3<Double>) -> SIMD2<Double>? {
    guard direction.isFinite, -direction.z > 0.05 * direction.length else { return nil }
    let scale = focalLength / -direction.z
    return SIMD2(points.x / 2 + scale * direction.x, points.y / 2 - scale * direction.y)
  }

  /// Turn of the camera per screen of finger movement that makes content at the screen's centre follow the finger:
  /// radians per screen, across and down.
  ///
  ///     at the centre a finger movement dx is an angle of dx/f, so (W/f, H/f) = 2·tan(φ/2)·(W/H, 1)
  ///
  /// For a field of view of 60° the turn is 143.3° across and 66.2° down on 812 × 375 points, and 30.6° across and
  /// 66.2° down on 375 × 812 points.
  public var turnPerScreen: SIMD2<Double> { points / focalLength }
}

/// Reason why a view cannot be formed.
public enum PerspectiveViewError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The screen's size in points.
  case points(SIMD2<Double>)
  /// The vertical field of view in radians.
  case fieldOfView(Double)

  /// One line that says what was given and what is expected.
  public var description: String {
    switch self {
    case .points(let points): "a screen of \(points.x) x \(points.y) points; expected 1 to 100000 each"
    case .fieldOfView(let angle):
      "a vertical field of view of \(angle.degrees) degrees; expected more than 0.1 and less than 179.9"
    }
  }
}
