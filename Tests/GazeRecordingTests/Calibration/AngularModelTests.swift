import CalibrationSupport
import Foundation
import GazePipeline
import TestSupport
import Testing

@testable import GazeRecording

struct AngularModelTests {
  /// A session in which all parameters that a fit can free differ from 0, and none is small.
  private var session: SyntheticSession {
    var session = SyntheticSession()
    session.geometry.tilt = SIMD2(1.5.radians, -2.0.radians)
    session.geometry.depth = 0.004
    session.person.quadratic = .init(
      yaw: SIMD3(0.3, -0.2, 0.5) * 1.0.radians, pitch: SIMD3(-0.4, 0.25, 0.35) * 1.0.radians
    )
    return session
  }

  private func model(_ fixations: [Fixation]) -> AngularModel {
    AngularModel(fixations, points: SyntheticSession.nominal.points, people: [0: 0])
  }

  @Test("the model inverts the pipeline's own arithmetic, with tilt, depth and quadratic terms")
  func agreesWithPipeline() {
    let p = ModelParameters(session.geometry, session.person)
    for pose in SyntheticPose.protocolOfDevice {
      for target in SyntheticSession.targets {
        let model = model([session.fixation(target, pose)])
        let prediction = model.predict(model.fixations[0], p)
        expectNear(prediction.yaw, model.fixations[0].measured.x, 1e-10)
        expectNear(prediction.pitch, model.fixations[0].measured.y, 1e-10)
      }
    }
  }

  @Test("the ray meets the tilted plane at the target: 1e-9 m, four orientations")
  func roundTrip() throws {
    for orientation in ScreenOrientation.allCases {
      for pose in SyntheticPose.protocolOfDevice {
        var pose = pose
        pose.orientation = orientation
        let cameraFromFace = pose.cameraFromFace()
        let geometry = session.geometry.turned(to: orientation)
        let target = geometry.points * SIMD2(0.2, 0.7)
        let reported = session.reported(orientation.upright(target, of: geometry.points), cameraFromFace)
        let origin = (SyntheticSession.eyes.left + SyntheticSession.eyes.right) / 2
        let direction = session.person.visualDirection(reported: reported.direction)
        let ray = GazeRay(origin: cameraFromFace.apply(origin), direction: cameraFromFace.apply(direction: direction))
        let point = geometry.point(ofHit: try #require(geometry.hit(of: ray)))
        expectNear(point, target, 1e-6 * geometry.points.x, "\(orientation)")
      }
    }
  }

  @Test("derivatives agree with central differences to 1e-6, in four orientations")
  func derivatives() {
    var random = SeededGenerator(seed: 77)
    for orientation in ScreenOrientation.allCases {
      for _ in 0..<25 {
        func draw(_ size: Double) -> Double { size * random.number(-1...1) }
        var pose = SyntheticPose(distance: 0.35 + draw(0.1), yaw: draw(0.3), pitch: draw(0.3))
        pose.orientation = orientation
        var p = ModelParameters(session.geometry, session.person)
        for parameter in GeometryParameter.allCases {
          p[parameter.index] += draw(parameter.unit == "1" ? 0.2 : parameter.unit == "mm" ? 0.2 : 1)
        }
        let points = SyntheticSession.nominal.points
        let target = points * SIMD2(0.5 + draw(0.5), 0.5 + draw(0.5))
        let model = model([session.fixation(target, pose)])
        let look = model.fixations[0]
        let at = model.predict(look, p)
        for parameter in GeometryParameter.allCases {
          let (index, h) = (parameter.index, 1e-4)
          var (low, high) = (p, p)
          low[index] -= h
          high[index] += h
          let (a, b) = (model.predict(look, low), model.predict(look, high))
          let (yaw, pitch) = ((b.yaw - a.yaw) / (2 * h), (b.pitch - a.pitch) / (2 * h))
          // The error is relative to the length of the pair, since one of its two numbers may pass through zero.
          let size = (yaw * yaw + pitch * pitch).squareRoot() + 1e-3
          expectNear(yaw, at.yawSlopes[index], 1e-6 * size, "yaw by \(parameter), \(orientation)")
          expectNear(pitch, at.pitchSlopes[index], 1e-6 * size, "pitch by \(parameter), \(orientation)")
        }
      }
    }
  }

  @Test("64 samples merge to eight poses: 0.001° with 3 mm of sway")
  func posesTakenTogether() {
    let (pose, target) = (SyntheticPose(), SIMD2<Double>(310, 90))
    let samples = (0..<64).map { i in
      let t = Double(i) / 60
      let place = pose.cameraFromFace(wobble: SIMD3(sin(3 * t), cos(2 * t), sin(2.3 * t)) * 0.003)
      return Fixation.Sample(
        cameraFromFace: place, origin: (SyntheticSession.eyes.left + SyntheticSession.eyes.right) / 2,
        reported: session.reported(target, place))
    }
    let model = model([Fixation(target: target, samples: samples)])
    #expect(model.fixations[0].poses.count == 8)
    let prediction = model.predict(
      model.fixations[0], ModelParameters(session.geometry, session.person))
    expectNear(prediction.yaw, model.fixations[0].measured.x, 1e-3)
    expectNear(prediction.pitch, model.fixations[0].measured.y, 1e-3)
  }

  @Test("a target behind the face or NaN is undefined, with large finite residuals")
  func undefined() {
    let session = SyntheticSession()
    let sample = session.fixation(SIMD2(100, 100), SyntheticPose()).samples[0]
    let behind = Fixation(
      target: SIMD2(100, 100),
      samples: [
        .init(
          cameraFromFace: RigidTransform(rotation: .aboutY(.pi), translation: SIMD3(0, 0, -0.3)),
          origin: sample.origin, reported: .zero)
      ])
    let model = AngularModel([behind], points: session.geometry.points, people: [0: 0])
    var p = ModelParameters(session.geometry, session.person)
    #expect(!model.predict(model.fixations[0], p).isDefined)
    let problem = PersonProblem(
      model: model, nominal: p, columns: [.init(parameter: .gainH, start: 1, precision: 0)])
    let squares = problem.squaredResiduals(at: problem.start)
    #expect(squares.isFinite && squares >= 1e6)
    p[0] = .nan
    let fine = AngularModel([session.fixation(SIMD2(1, 1), SyntheticPose())], points: SIMD2(375, 812), people: [0: 0])
    #expect(!fine.predict(fine.fixations[0], p).isDefined)
  }
}
