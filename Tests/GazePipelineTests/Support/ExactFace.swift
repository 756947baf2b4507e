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

extension ScreenGeometry {
  /// The size of the 12 mini, with the camera at the position estimated from the data sheet.
  static let test = ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.057630, 0.124866), camera: SIMD2(0.0376, 0.0027))
}

extension ScrollTrigger.Settings {
  /// Times are multiples of 1/16 s and speeds are multiples of 16, so that sums are exact.
  static let test = ScrollTrigger.Settings(
    edgeZone: 0.15, edgeDwell: 0.5, offScreenZone: 0.25, offScreenDwell: 0.25, hysteresis: 0.0625, release: 0.25,
    cooldown: 0.5, speed: 160, holdLimit: 0.3125, blinkThreshold: 0.5)
}

extension TransformMatrix {
  /// A matrix of sixteen equal numbers.
  static func filled(_ number: Float) -> TransformMatrix {
    let column = SIMD4(repeating: number)
    return TransformMatrix(columns: (column, column, column, column))
  }
}
