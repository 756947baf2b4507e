import GazePipeline

/// Intersection of an eye's segment with the 1 × 1 m plane that several apps put at the camera, in metres in the plane.
///
/// The apps build the segment from the eye's centre and a node `reach` metres out along the eye's z, and pass it to
/// SceneKit's `hitTestWithSegment`. According to the function's documentation, the segment's ends are local
/// coordinates.
struct PlaneHit: Sendable, Equatable {
  /// Coordinates of the segment's ends: world points used as if they were local, or points that the camera's pose has
  /// converted first.
  var ends: Article2021GazePipeline.Hit
  /// Length of the segment, metres.
  var reach: Double
  /// True if the segment must come from the plane's front (+z). SceneKit culls back faces by default; it is unknown if
  /// a double-sided material changes that.
  var isOneSided: Bool

  /// The hit of each eye, nil for an eye that misses the plane; the result is nil if a matrix is not a rigid transform.
  func hits(_ frame: FaceFrame) -> (left: SIMD2<Double>?, right: SIMD2<Double>?)? {
    guard let camera = RigidTransform(frame.camera), let face = RigidTransform(frame.face),
      let left = RigidTransform(frame.leftEye), let right = RigidTransform(frame.rightEye)
    else { return nil }
    let localFromFace = ends == .converted ? camera.inverse * face : face
    return (hit(localFromFace * left), hit(localFromFace * right))
  }

  private func hit(_ eye: RigidTransform) -> SIMD2<Double>? {
    let (near, far) = (eye.translation, eye.apply(SIMD3(0, 0, reach)))
    let fromFront = far.z > 0 && near.z <= 0
    guard fromFront || (!isOneSided && far.z <= 0 && near.z > 0) else { return nil }
    let hit = far + (near - far) * (far.z / (far.z - near.z))
    let point = SIMD2(hit.x, hit.y)
    return point.isFinite && abs(point.x) <= 0.5 && abs(point.y) <= 0.5 ? point : nil
  }
}
