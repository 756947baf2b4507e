/// Geometry of a screen and its front camera: size in points and in metres, and the camera's position.
///
/// Frames. Camera (portrait view, ARKit's `pointOfView`): x to the screen's right as its user sees it, y up,
/// the face at z < 0; the screen lies in z = 0. Screen: points, origin at the top-left corner, x right, y down.
///
///     x = (camera_x + h_x) / width_m  · points_w
///     y = (camera_y − h_y) / height_m · points_h
///
/// Here h is the point where the ray hits the screen's plane, in the camera's frame, metres. A ray through the camera
/// itself has h = 0 and so maps to the camera's own position. If the camera is tilted against the panel (`tilt`) or
/// lies in front of it (`depth`), h is measured in the panel's plane.
///
/// In an orientation other than portrait, `points`, `metres` and `camera` are those of the interface as its user sees
/// it, and h is first turned into the interface's axes, by GazeCapture's published rule `cam2screen` for four
/// orientations. `turned(to:)` returns the geometry of another orientation.
public struct ScreenGeometry: Sendable, Equatable {
  /// Width and height in points. Read them at run time, because Display Zoom changes them.
  public var points: SIMD2<Double>
  /// Width and height of the lit panel in metres.
  public var metres: SIMD2<Double>
  /// Position of the camera's centre relative to the screen's top-left corner, x right, y *down*, metres; a negative y
  /// is above the screen.
  public var camera: SIMD2<Double>
  /// Rotation of the panel's plane relative to the camera's, radians about the portrait view's x and y: a positive x
  /// tilts the top edge, a positive y the right edge, away from the face.
  public var tilt = SIMD2<Double>.zero
  /// Distance of the panel's plane behind the camera's centre, metres; positive is away from the face.
  public var depth = 0.0
  /// Orientation of the interface on the phone.
  public private(set) var orientation = ScreenOrientation.portrait

  /// A geometry from its numbers, which are not checked.
  public init(points: SIMD2<Double>, metres: SIMD2<Double>, camera: SIMD2<Double>) {
    self.points = points
    self.metres = metres
    self.camera = camera
  }

  /// Points per metre, along x and y.
  @inlinable public var pointsPerMetre: SIMD2<Double> { points / metres }

  /// Point where a ray, given in the camera's frame, meets the panel's plane, metres; nil in the same cases as for
  /// `GazeRay.hitOnScreenPlane`.
  @inline(__always) public func hit(of ray: GazeRay) -> SIMD2<Double>? {
    // The usual case: the panel lies in the camera's own plane.
    tilt == .zero && depth == 0 ? ray.hitOnScreenPlane() : hitOnTurnedPanel(ray)
  }

  private func hitOnTurnedPanel(_ ray: GazeRay) -> SIMD2<Double>? {
    let back = RotationMatrix.aboutY(tilt.y) * .aboutX(-tilt.x)
    return GazeRay(origin: back.apply(ray.origin - SIMD3(0, 0, depth)), direction: back.apply(ray.direction))
      .hitOnScreenPlane()
  }

  /// The screen point of a hit in the camera's frame.
  @inline(__always) public func point(ofHit hit: SIMD2<Double>) -> SIMD2<Double> {
    let h = orientation.interface(fromPortrait: hit)
    return SIMD2(camera.x + h.x, camera.y - h.y) * pointsPerMetre
  }

  /// The hit of a screen point in the camera's frame, metres; the inverse of `point(ofHit:)`.
  @inlinable @inline(__always) public func hit(ofPoint point: SIMD2<Double>) -> SIMD2<Double> {
    let fromCorner = point / pointsPerMetre
    return orientation.portrait(fromInterface: SIMD2(fromCorner.x - camera.x, camera.y - fromCorner.y))
  }

  /// The three-dimensional position of a screen point in the camera's frame: `hit(ofPoint:)` on the panel's plane with
  /// its tilt and depth.
  package func place(ofPoint point: SIMD2<Double>) -> SIMD3<Double> {
    let hit = hit(ofPoint: point)
    if tilt == .zero, depth == 0 { return SIMD3(hit.x, hit.y, 0) }
    return (RotationMatrix.aboutX(tilt.x) * .aboutY(-tilt.y)).apply(SIMD3(hit.x, hit.y, 0)) + SIMD3(0, 0, depth)
  }

  /// True if the point lies on the screen, edges included.
  @inlinable public func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= points.x && point.y <= points.y
  }

  /// The same screen with its interface turned: width and height are exchanged if needed, and the camera is measured
  /// from the corner that is now top-left.
  public func turned(to new: ScreenOrientation) -> ScreenGeometry {
    var turned = self
    // A quarter turn counterclockwise moves the phone's right edge to the top.
    for _ in 0..<((new.quarterTurns - orientation.quarterTurns + 4) % 4) {
      turned = ScreenGeometry(
        points: SIMD2(turned.points.y, turned.points.x), metres: SIMD2(turned.metres.y, turned.metres.x),
        camera: SIMD2(turned.camera.y, turned.metres.x - turned.camera.x))
    }
    (turned.tilt, turned.depth) = (tilt, depth)
    turned.orientation = new
    return turned
  }
}
