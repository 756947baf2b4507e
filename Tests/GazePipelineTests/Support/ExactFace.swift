import GazePipeline

/// A face without tracker error: both eyes at the same depth, each aimed exactly at a point of the screen.
struct ExactFace {
  var geometry = ScreenGeometry.test
  /// Pose of the phone in the world.
  var worldFromCamera = RigidTransform.identity
  /// Pose of the head relative to the phone: 35 cm away, 5 cm below the camera, facing the phone.
  var cameraFromFace = RigidTransform(translation: SIMD3(0, -0.05, -0.35))
  /// Half the distance between the eyes, metres.
  var halfSpan = 0.0315
  /// Kappa of ARKit's left and right eye.
  var kappa: PersonCalibration.EyeKappa = .zero

  /// The eyes' positions in the face. The assignment of left and right does not matter here.
  var origins: (left: SIMD3<Double>, right: SIMD3<Double>) { (SIMD3(halfSpan, 0, 0), SIMD3(-halfSpan, 0, 0)) }

  /// A frame in which both visual axes pass through a screen point.
  func frame(lookingAt point: SIMD2<Double>, at time: Double = 0) -> FaceFrame {
    let target = inFace(geometry.hit(ofPoint: point))
    func eye(_ origin: SIMD3<Double>, _ kappa: Kappa) -> TransformMatrix {
      let optical = kappa.opticalAxis(visual: (target - origin).normalized)
      return matrix(GazeAngles(direction: optical), origin)
    }
    return frame(eye(origins.left, kappa.left), eye(origins.right, kappa.right), time)
  }

  /// A frame in which both eyes turn by the same angles in the face.
  func frame(turned angles: GazeAngles, at time: Double = 0) -> FaceFrame {
    frame(matrix(angles, origins.left), matrix(angles, origins.right), time)
  }

  /// A hit in the camera's plane, in the face's frame.
  func inFace(_ hit: SIMD2<Double>) -> SIMD3<Double> { cameraFromFace.inverse.apply(SIMD3(hit.x, hit.y, 0)) }

  private func matrix(_ angles: GazeAngles, _ origin: SIMD3<Double>) -> TransformMatrix {
    TransformMatrix(RigidTransform(rotation: angles.rotationWithoutRoll, translation: origin))
  }

  private func frame(_ left: TransformMatrix, _ right: TransformMatrix, _ time: Double) -> FaceFrame {
    FaceFrame(
      time: time, camera: TransformMatrix(worldFromCamera), face: TransformMatrix(worldFromCamera * cameraFromFace),
      leftEye: left, rightEye: right)
  }
}
