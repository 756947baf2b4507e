public import GazePipeline

/// Converts ARKit's numbers to a frame.
///
/// Only the camera's axes are turned (`TransformMatrix.portraitView(fromSensor:)`); nothing is mirrored. As in ARKit,
/// the eyes of a frame are relative to the face, and the face is relative to the world.
extension FaceFrame {
  /// A frame with a face anchor in it.
  ///
  /// - Parameters:
  ///   - time: `ARFrame.timestamp`, seconds since the phone started.
  ///   - isTracked: `ARFaceAnchor.isTracked`.
  ///   - sensor: `ARCamera.transform`.
  ///   - face: `ARFaceAnchor.transform`.
  ///   - leftEye: `ARFaceAnchor.leftEyeTransform`, relative to the face.
  ///   - rightEye: `ARFaceAnchor.rightEyeTransform`, relative to the face.
  ///   - lookAt: `ARFaceAnchor.lookAtPoint`, face frame, metres.
  ///   - blendShapes: all 52 coefficients, which include the closure of the two lids.
  public init(
    time: Double, isTracked: Bool, sensor: TransformMatrix, face: TransformMatrix, leftEye: TransformMatrix,
    rightEye: TransformMatrix, lookAt: SIMD3<Float>, blendShapes: BlendShapes
  ) {
    self.init(
      time: time, isTracked: isTracked, camera: .portraitView(fromSensor: sensor), face: face, leftEye: leftEye,
      rightEye: rightEye, blink: SIMD2(blendShapes[Self.eyeBlinkLeft], blendShapes[Self.eyeBlinkRight]),
      lookAt: lookAt, blendShapes: blendShapes)
  }

  /// A frame in which ARKit has no face anchor: only the camera's pose is known.
  public init(time: Double, sensor: TransformMatrix) {
    self.init(
      time: time, isTracked: false, camera: .portraitView(fromSensor: sensor), face: .unknown, leftEye: .unknown,
      rightEye: .unknown)
  }

  // Places in `BlendShapes.names`.
  private static let eyeBlinkLeft = 0
  private static let eyeBlinkRight = 7
}
