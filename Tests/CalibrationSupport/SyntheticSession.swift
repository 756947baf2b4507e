import Foundation
package import GazePipeline
package import GazeRecording
package import TestSupport

/// A phone, a person, and the angles that a tracker reports for them, computed as the exact inverse of the pipeline's
/// arithmetic.
package struct SyntheticSession {
  /// The iPhone 12 mini by its data sheet, with the sigmas of its size and camera.
  package static let nominal = ScreenGeometry(
    points: SIMD2(375, 812), metres: SIMD2(0.05763, 0.124866), camera: SIMD2(0.0288, -0.0035))
  package static let priors = GeometryPriors(screen: SIMD2(0.00016, 0.00016), camera: SIMD2(0.003, 0.002))

  /// A phone that is two sigmas off in every parameter.
  package static let phone = ScreenGeometry(
    points: nominal.points, metres: nominal.metres + 2 * SIMD2(priors.screen.x, -priors.screen.y),
    camera: nominal.camera + 2 * SIMD2(priors.camera.x, priors.camera.y))

  package static let person = PersonCalibration(
    gazeOffset: Kappa(towardsX: 5.radians, up: 2.radians), gain: SIMD2(0.9, 0.9))

  /// Targets at 10, 50, 90 % of the screen.
  package static let targets = [0.1, 0.5, 0.9].flatMap { y in
    [0.1, 0.5, 0.9].map { x in SIMD2(x, y) * nominal.points }
  }

  package static let eyes = (left: SIMD3(-0.0315, 0.028, 0.03), right: SIMD3(0.0315, 0.028, 0.03))

  package var geometry = SyntheticSession.phone
  package var person = SyntheticSession.person
  package var participant = 0

  /// A session of a person with a phone.
  package init(
    geometry: ScreenGeometry = SyntheticSession.phone, person: PersonCalibration = SyntheticSession.person,
    participant: Int = 0
  ) {
    (self.geometry, self.person, self.participant) = (geometry, person, participant)
  }

  /// The angles that the tracker reports, without noise.
  package func reported(_ target: SIMD2<Double>, _ cameraFromFace: RigidTransform) -> GazeAngles {
    let hit = geometry.hit(ofPoint: target)
    let plane = RotationMatrix.aboutX(geometry.tilt.x) * .aboutY(-geometry.tilt.y)
    let inCamera = plane.apply(SIMD3(hit.x, hit.y, 0)) + SIMD3(0, 0, geometry.depth)
    let inFace = cameraFromFace.inverse.apply(inCamera)
    return person.reportedAngles(visual: (inFace - (Self.eyes.left + Self.eyes.right) / 2).normalized)
  }

  /// A fixation in double precision, with a constant error in degrees.
  package func fixation(
    _ target: SIMD2<Double>, _ pose: SyntheticPose, samples: Int = 3, error: SIMD2<Double> = .zero
  ) -> Fixation {
    Fixation(
      participant: participant, target: target,
      samples: (0..<samples).map { i in
        let cameraFromFace = pose.cameraFromFace(wobble: SIMD3(0.001, -0.0007, 0.0005) * Double(i))
        let angles = reported(target, cameraFromFace)
        return Fixation.Sample(
          cameraFromFace: cameraFromFace, origin: (Self.eyes.left + Self.eyes.right) / 2,
          reported: GazeAngles(yaw: angles.yaw + error.x.radians, pitch: angles.pitch + error.y.radians))
      })
  }

  /// Every target in every pose; `noise` degrees of white noise a fixation and axis.
  package func fixations(
    poses: [SyntheticPose] = SyntheticPose.protocolOfDevice, targets: [SIMD2<Double>] = targets, samples: Int = 2,
    noise: Double = 0, using random: inout SeededGenerator
  ) -> [Fixation] {
    poses.flatMap { pose in
      targets.map { target in
        fixation(target, pose, samples: samples, error: SIMD2(random.normal(), random.normal()) * noise)
      }
    }
  }

  /// ARKit frames of the same session, in single precision, 60 a second, 1.6 s per target, with a head that is never
  /// quite still.
  package func observations(
    poses: [SyntheticPose] = SyntheticPose.protocolOfDevice, targets: [SIMD2<Double>] = targets, seconds: Double = 1.6
  ) -> [RecordedFrame.Observation] {
    let count = Int(seconds * 60)
    var frames: [RecordedFrame.Observation] = []
    for pose in poses {
      for target in targets {
        for _ in 0..<count {
          let t = Double(frames.count) / 60
          let wobble = SIMD3(sin(3 * t), cos(2 * t), sin(2.3 * t)) * 0.001
          frames.append(
            RecordedFrame.Observation(
              participant: participant, frame: frame(target, pose, at: t, wobble: wobble), target: target))
        }
      }
    }
    return frames
  }

  package func frame(_ target: SIMD2<Double>, _ pose: SyntheticPose, at time: Double, wobble: SIMD3<Double>)
    -> FaceFrame
  {
    // A phone that is tilted and has turned since the session began.
    let worldFromCamera = RigidTransform(
      rotation: .aboutY(0.4) * .aboutX(-0.3), translation: SIMD3(0.1, 0.2, -0.1))
    let cameraFromFace = pose.cameraFromFace(wobble: wobble)
    let rotation = reported(target, cameraFromFace).rotationWithoutRoll
    return FaceFrame(
      time: time, camera: TransformMatrix(worldFromCamera),
      face: TransformMatrix(worldFromCamera * cameraFromFace),
      leftEye: TransformMatrix(RigidTransform(rotation: rotation, translation: Self.eyes.left)),
      rightEye: TransformMatrix(RigidTransform(rotation: rotation, translation: Self.eyes.right)))
  }
}
