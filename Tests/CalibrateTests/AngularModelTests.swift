import GazePipeline
import Testing

@testable import Calibrate

@Suite struct AngularModelTests {
  @Test("the model is the pipeline's own arithmetic backwards")
  func agreesWithPipeline() {
    let session = SyntheticSession()
    for pose in HeadPose.protocolOfDevice {
      for target in SyntheticSession.targets {
        let model = AngularModel([session.fixation(target, pose)], points: session.geometry.points, people: [0: 0])
        let prediction = model.predict(model.looks[0], GeometryFit.modelParameters(session.geometry, session.person))
        #expect(abs(prediction.yaw - model.looks[0].measured.x) < 1e-10)
        #expect(abs(prediction.pitch - model.looks[0].measured.y) < 1e-10)
      }
    }
  }

  @Test("all eight derivatives agree with central differences")
  func derivatives() {
    let session = SyntheticSession()
    let p = GeometryFit.modelParameters(session.geometry, session.person)
    for pose in HeadPose.protocolOfDevice {
      let model = AngularModel(
        [session.fixation(SIMD2(310, 90), pose)], points: session.geometry.points, people: [0: 0])
      let look = model.looks[0]
      let at = model.predict(look, p)
      for index in 0..<8 {
        let h = 1e-5
        var (low, high) = (p, p)
        low[index] -= h
        high[index] += h
        let (a, b) = (model.predict(look, low), model.predict(look, high))
        #expect(abs((b.yaw - a.yaw) / (2 * h) - at.yawSlopes[index]) < 1e-7, "yaw by \(index)")
        #expect(abs((b.pitch - a.pitch) / (2 * h) - at.pitchSlopes[index]) < 1e-7, "pitch by \(index)")
      }
    }
  }

  @Test("a target behind the face, or a number that is none, is undefined and gives large finite residuals")
  func undefined() {
    let session = SyntheticSession()
    let sample = session.fixation(SIMD2(100, 100), HeadPose()).samples[0]
    let behind = Fixation(
      target: SIMD2(100, 100),
      samples: [
        .init(
          cameraFromFace: RigidTransform(rotation: .aboutY(.pi), translation: SIMD3(0, 0, -0.3)),
          origin: sample.origin, reported: .zero)
      ])
    let model = AngularModel([behind], points: session.geometry.points, people: [0: 0])
    var p = GeometryFit.modelParameters(session.geometry, session.person)
    #expect(!model.predict(model.looks[0], p).isDefined)
    let problem = GeometryProblem(
      model: model, nominal: p, free: [.cameraX], priors: nil, personCount: 1)
    #expect(problem.residuals(at: problem.start).allSatisfy { $0.isFinite && abs($0) >= 1000 })
    p[0] = .nan
    let fine = AngularModel([session.fixation(SIMD2(1, 1), HeadPose())], points: SIMD2(375, 812), people: [0: 0])
    #expect(!fine.predict(fine.looks[0], p).isDefined)
  }
}
