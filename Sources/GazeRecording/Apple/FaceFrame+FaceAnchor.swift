public import GazePipeline

/// From ARKit's numbers to a frame.
///
/// Nothing is turned or mirrored but the camera's axes (`TransformMatrix.portraitView(fromSensor:)`): ARKit gives eyes
/// relative to the face and the face relative to the world, and so does a frame.
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
  ///   - blendShapes: all 52; the two lids are read from them.
  public init(
    time: Double, isTracked: Bool, sensor: TransformMatrix, face: TransformMatrix, leftEye: TransformMatrix,
    rightEye: TransformMatrix, lookAt: SIMD3<Float>, blendShapes: BlendShapes
  ) {
    self.init(
      time: time, isTracked: isTracked, camera: .portraitView(fromSensor: sensor), face: face, leftEye: leftEye,
      rightEye: rightEye, blink: SIMD2(blendShapes[Self.eyeBlinkLeft], blendShapes[Self.eyeBlinkRight]),
      lookAt: lookAt, blendShapes: blendShapes)
  }

  /// A frame in which ARKit holds no face anchor at all: the camera's pose is known and nothing else.
  public init(time: Double, sensor: TransformMatrix) {
    self.init(
      time: time, isTracked: false, camera: .portraitView(fromSensor: sensor), face: .unknown, leftEye: .unknown,
      rightEye: .unknown)
  }

  private static let eyeBlinkLeft = 0
  private static let eyeBlinkRight = 7
}
