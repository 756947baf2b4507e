import GazePipeline

/// Face whose gaze falls on a given point of the screen; constructed for recordings that contain points only.
///
/// The face is straight in front of the screen's middle, both eyes look in the same direction (as ARKit's nearly do),
/// and the ray halfway between them ends on the point: for this face, the `standard` pipeline of the nominal device
/// returns the point. Nothing else about the face is known, so its position, its rotation and the eyes' angles say
/// nothing about the person.
struct ScanPathFace: Sendable {
  let distance: Double
  let interocular: Double
  /// Side of the left eye along the face's x, −1 or 1.
  let sideOfLeftEye: Double

  /// Returns the frame of a point; nil if no ray reaches the point (beyond a metre from the camera).
  func frame(_ point: SIMD2<Double>, on screen: ScreenGeometry, time: Double, blink: SIMD2<Float>) -> FaceFrame? {
    let middle = screen.hit(ofPoint: screen.points / 2)
    let hit = screen.hit(ofPoint: point)
    guard hit.isFinite, hit.length <= 0.99 else { return nil }
    let direction = SIMD3(hit.x - middle.x, hit.y - middle.y, distance).normalized
    // The pipeline refuses directions beyond 87° from the face's direction and rays beyond 89° from the screen's
    // normal.
    guard direction.z > 0.06 else { return nil }
    let rotation = GazeAngles(direction: direction).rotationWithoutRoll
    func eye(_ side: Double) -> TransformMatrix {
      TransformMatrix(RigidTransform(rotation: rotation, translation: SIMD3(side * interocular / 2, 0, 0)))
    }
    return FaceFrame(
      time: time, face: TransformMatrix(RigidTransform(translation: SIMD3(middle.x, middle.y, -distance))),
      leftEye: eye(sideOfLeftEye), rightEye: eye(-sideOfLeftEye), blink: blink)
  }
}
