import CalibrationSupport
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct FourFixationsTests {
  @Test("fixations side by side, one behind the face, are predicted as alone")
  func sideBySide() {
    let session = SyntheticSession()
    let looks = [(1, SIMD2(30.0, 40.0)), (3, SIMD2(300, 90)), (8, SIMD2(200, 700))].map { count, target in
      let samples = (0..<count).map { i in
        let place = SyntheticPose().cameraFromFace(wobble: SIMD3(0.001, -0.002, 0.0015) * Double(i))
        return Fixation.Sample(cameraFromFace: place, origin: .zero, reported: session.reported(target, place))
      }
      return Fixation(target: target, samples: samples)
    }
    let behind = Fixation(
      target: SIMD2(100, 100),
      samples: [
        .init(
          cameraFromFace: RigidTransform(rotation: .aboutY(.pi), translation: SIMD3(0, 0, -0.3)), origin: .zero,
          reported: .zero)
      ])
    let fixations = [looks[0], looks[1], behind, looks[2]]
    let model = AngularModel(fixations, points: session.geometry.points, people: [0: 0])
    let p = AngularModel.Point(ModelParameters(session.geometry, session.person))
    var found = FourPredictions()
    AngularModel.predict(FourFixations(model.fixations, of: model), p, into: &found)
    for (lane, look) in model.fixations.enumerated() {
      let alone = model.predict(look, p)
      #expect(found.isDefined[lane] == alone.isDefined && alone.isDefined == (lane != 2))
      expectNear(found.yaw[lane], alone.yaw, 1e-12)
      expectNear(found.pitch[lane], alone.pitch, 1e-12)
      for place in 0..<FourPredictions.places {
        expectNear(found.slopes[place][lane], alone.yawSlopes[place], 1e-12)
        expectNear(found.slopes[FourPredictions.places + place][lane], alone.pitchSlopes[place], 1e-12)
      }
    }
  }
}
