import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// Without tracker error the real pipeline recovers the true gaze to better than 0.01 pt.
struct RoundTripTests {
  private func worst(_ simulation: Simulation, participant: Int) throws -> Double {
    let person = simulation.person(participant)
    var pipeline = StandardPipeline(
      geometry: simulation.screen, person: PersonCalibration(eyeKappa: person.kappa), smoothing: .none,
      trigger: anyTrigger)
    var worst = 0.0
    var seen = 0
    for frame in simulation.frames(participant: participant) {
      guard let point = pipeline.step(frame.face).rawPointer else { continue }
      worst = max(worst, (point - (try #require(frame.truth?.gaze))).length)
      seen += 1
    }
    #expect(seen > 500)
    return worst
  }

  @Test(
    "over distance, recline and roll", arguments: [25.0, 35, 50, 80], [0.0, 30, 60])
  func poses(distance: Double, recline: Double) throws {
    for roll in [-20.0, 0, 20] {
      let simulation = try Simulation(.validation, preset: .ideal, duration: 15)
        .setting([
          "behaviour.distance": distance, "behaviour.distanceSD": 0, "phone.recline": recline, "phone.roll": roll,
        ])
      #expect(try worst(simulation, participant: 0) < 0.01)
    }
  }

  @Test("with kappa on and given to the pipeline, on another phone")
  func kappa() throws {
    for participant in 0..<6 {
      let simulation = try Simulation(
        .calibration, preset: .ideal, seed: 9, phone: 3, duration: 60
      ).setting([
        "people.kappaNasal": 5.2, "people.kappaNasalSD": 1.3, "people.kappaUp": 2, "people.kappaUpSD": 1,
        "phone.recline": 40,
      ])
      #expect(simulation.screen != mini.geometry)
      #expect(try worst(simulation, participant: participant) < 0.01)
    }
  }

  @Test(
    "without kappa rays meet the looked-at point to 1 µm; with it by closed form")
  func micrometre() throws {
    for kappa in [0.0, 1] {
      let simulation = try Simulation(.calibration, preset: .ideal, seed: 5, duration: 60)
        .setting(["people.kappaNasal": 5.2 * kappa, "people.kappaUp": 2 * kappa])
      let person = simulation.person(0)
      for frame in simulation.frames(participant: 0) {
        let pose = try #require(frame.face.cameraFromFace)
        let hit = simulation.screen.hit(ofPoint: try #require(frame.truth?.gaze))
        for (matrix, own) in [
          (frame.face.leftEye, person.kappa.left), (frame.face.rightEye, person.kappa.right),
        ] {
          let eye = try #require(RigidTransform(matrix))
          // Both eyes look at the point. The latency is zero, so the frame shows this very truth.
          let ray = GazeRay(
            origin: pose.apply(eye.translation),
            direction: pose.apply(direction: own.visualAxis(optical: eye.rotation.z.normalized)))
          expectNear(ray.hitOnScreenPlane(), hit, 1e-6)
        }
      }
    }
  }

  @Test("in all orientations, in hand or holder, gravity- or camera-aligned")
  func orientations() throws {
    for orientation in 0...3 {
      for aligned in [0.0, 1] {
        let simulation = try Simulation(.validation, preset: .ideal, seed: 6, duration: 15)
          .setting(["phone.orientation": Double(orientation), "phone.gravityAligned": aligned, "phone.inHand": aligned])
        #expect(simulation.screen.points == (orientation % 2 == 0 ? SIMD2(375, 812) : SIMD2(812, 375)))
        #expect(try worst(simulation, participant: 0) < 0.01)
        var frames = simulation.frames(participant: 0)
        let first = try #require(frames.next()?.face)
        // With camera alignment the portrait view's pose stays as at the start of the session.
        #expect((first.camera == .identity) == (aligned == 0))
        // The face is upright for the user, so in the portrait view it is turned relative to the phone.
        let up = try #require(first.cameraFromFace).rotation.y
        let turned = [SIMD2(0.0, 1), SIMD2(1.0, 0), SIMD2(0, -1.0), SIMD2(-1.0, 0)][orientation]
        #expect((SIMD2(up.x, up.y) * turned).sum() > 0.9)
      }
    }
  }
}
