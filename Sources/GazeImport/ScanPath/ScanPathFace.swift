import GazePipeline

/// A face whose gaze falls on a given point of the screen: what a recording of points alone is given to look from.
///
/// The face is straight before the screen's middle, both eyes look the same way (as ARKit's nearly do), and the ray
/// halfway between them ends on the point: the `standard` pipeline of the nominal device gives the point back. Nothing
/// else about the face is known, and whatever is computed of its position, its turning or the eyes' angles says nothing
/// about the person.
struct ScanPathFace: Sendable {
  let distance: Double
  let interocular: Double
  /// Along the face's x, −1 or 1.
  let sideOfLeftEye: Double

  /// The frame of a point; nil where no ray reaches it (beyond a metre from the camera).
  func frame(_ point: SIMD2<Double>, on screen: ScreenGeometry, time: Double, blink: SIMD2<Float>) -> FaceFrame? {
    let middle = screen.hit(ofPoint: screen.points / 2)
    let hit = screen.hit(ofPoint: point)
    guard hit.isFinite, hit.length <= 0.99 else { return nil }
    let direction = SIMD3(hit.x - middle.x, hit.y - middle.y, distance).normalized
    // The pipeline gives up at 87° from the face's own direction, a ray at 89° to the screen.
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
