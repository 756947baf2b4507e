import Foundation
import GazePipeline
import GazeRecording
import TestSupport
import Testing

@testable import GazeSimulation

/// The tracker's report compared with the truth.
struct TrackerViewTests {
  /// A tracker whose only effects are those that a test switches on.
  private static let quiet: [String: Double] = [
    "tracker.coupled": 1, "behaviour.blinkRate": 0, "behaviour.fixationDrift": 0, "behaviour.vorLatency": 0,
  ]

  /// Settled fixations on targets: the direction from the cyclopean eye to the true gaze point, and the reported
  /// direction, both as (yaw, pitch) in the face's frame, radians.
  private func looks(
    _ simulation: Simulation, participant: Int = 0
  ) throws -> [(true: SIMD2<Double>, reported: SIMD2<Double>)] {
    var found: [(true: SIMD2<Double>, reported: SIMD2<Double>)] = []
    for frame in simulation.frames(participant: participant) where frame.truth?.state == .fixate {
      let face = frame.face
      let (eye, pose) = (try #require(CyclopeanEye(face)), try #require(face.cameraFromFace))
      let hit = simulation.screen.hit(ofPoint: try #require(frame.truth?.gaze))
      let way = GazeAngles(direction: pose.inverse.apply(SIMD3(hit.x, hit.y, 0)) - eye.origin)
      let reported = GazeAngles(direction: eye.direction)
      found.append((SIMD2(way.yaw, way.pitch), SIMD2(reported.yaw, reported.pitch)))
    }
    #expect(found.count > 500)
    return found
  }

  private func rms(_ values: [SIMD2<Double>]) -> Double {
    values.map { ($0 * $0).sum() }.mean.squareRoot().degrees
  }

  @Test("noise-free least squares finds the person's bias and gain exactly")
  func biasAndGain() throws {
    // Here the tracker reports the visual axis, so that the map is affine; there is no other error. Float poses: 2e-7.
    let simulation = try Simulation(.validation, preset: .ideal, seed: 11, duration: 60)
      .setting(
        Self.quiet.merging([
          "tracker.visualAxis": 1, "tracker.gainH": 0.92, "tracker.gainHSD": 0.12, "tracker.gainV": 0.85,
          "tracker.gainVSD": 0.12, "tracker.crosstalkSD": 0.05, "tracker.biasSD": 1.5, "tracker.biasUp": -1,
        ]) { $1 })
    for participant in 0..<3 {
      let looks = try looks(simulation, participant: participant)
      let error = simulation.person(participant).error
      let map = AffineMap(
        from: looks.map { $0.true - error.reference }, to: looks.map { $0.reported - error.reference })
      expectNear(map.rows[0].x, error.gain.0.x, 1e-5)
      expectNear(map.rows[0].y, error.gain.0.y, 1e-5)
      expectNear(map.rows[1].x, error.gain.1.x, 1e-5)
      expectNear(map.rows[1].y, error.gain.1.y, 1e-5)
      expectNear(map.rows[0].z, error.bias.x, 1e-6)
      expectNear(map.rows[1].z, error.bias.y, 1e-6)
      #expect(abs(error.gain.1.y - 1) > 1e-3 && error.bias.length > 1e-3)
    }
  }

  @Test("a 9-point affine map removes vertical kappa, but neither head coupling nor drift")
  func affine() throws {
    // Two sessions of each of 12 people. The map is fitted in session 0 to the device's protocol, limited to one pose's
    // worth of targets, and judged in session 1. Bounds: 0.05° for an effect that is removed, 0.25° for one that is
    // not.
    func leftOver(_ settings: [String: Double]) throws -> Double {
      var sum = 0.0
      for participant in 0..<12 {
        var first = try Simulation(.validation, preset: .ideal, seed: 12, duration: 30)
          .setting(Self.quiet.merging(settings) { $1 }.merging(["task.grid": 3]) { $1 })
        first.session = 0
        var later = try first.setting(["task.grid": 4])
        later.session = 1
        let fitted = try looks(first, participant: participant)
        let map = AffineMap(from: fitted.map(\.reported), to: fitted.map(\.true))
        sum += rms(try looks(later, participant: participant).map { map($0.reported) - $0.true })
      }
      return sum / 12
    }
    #expect(try leftOver(["people.kappaUp": 2, "people.kappaUpSD": 1]) < 0.05)
    // The coupling is 0.05 per degree of head rotation, which differs by about 6° between sessions.
    #expect(try leftOver(["tracker.headCouplingSD": 0.05]) > 0.25)
    #expect(try leftOver(["tracker.driftSD": 0.8]) > 0.5)
  }

  @Test(
    "reported eyes never roll, in any scenario, coupled or not, held, lost or found again",
    arguments: GazeScenario.allCases
  )
  func noRoll(scenario: GazeScenario) throws {
    for coupled in [0.0, 1] {
      let simulation = try Simulation(scenario, seed: 8, duration: 20)
        .setting(["tracker.coupled": coupled, "tracker.dropoutRate": 30])
      for frame in simulation.frames(participant: 0) {
        for matrix in [frame.face.leftEye, frame.face.rightEye] {
          // Ry·Rx has no vertical part in the image of x.
          #expect(abs(try #require(RigidTransform(matrix)).rotation.x.y) < 1e-6)
        }
      }
    }
  }

  @Test("blend shapes and lookAtPoint follow the rotations")
  func consistent() throws {
    let simulation = try Simulation(.wander, seed: 9, duration: 30)
      .setting(["tracker.lookAtNoise": 0, "tracker.dropoutRate": 0])
    let outward = simulation.person(0).error.outward
    for frame in simulation.frames(participant: 0) {
      let face = frame.face
      let shapes = try #require(face.blendShapes)
      func value(_ name: String) throws -> Double {
        Double(shapes[try #require(BlendShapes.names.firstIndex(of: name))])
      }
      for (side, sign, eye) in [("Left", 1.0, face.leftEye), ("Right", -1.0, face.rightEye)] {
        let angles = GazeAngles(direction: try #require(RigidTransform(eye)).rotation.z)
        let out = try value("eyeLookOut\(side)") - value("eyeLookIn\(side)")
        let up = try value("eyeLookUp\(side)") - value("eyeLookDown\(side)")
        // Within ±1 the coefficients are linear. An eye looks in or out, never both.
        let expected = (sign * angles.yaw - outward) / 0.60
        expectNear(out, min(max(expected, -1), 1), 1e-4)
        expectNear(up, min(max(angles.pitch / 0.55, -1), 1), 1e-4)
        #expect(try value("eyeLookOut\(side)") * value("eyeLookIn\(side)") == 0)
        #expect(try value("eyeBlink\(side)") == Double(face.blink.x))
      }
      let eye = try #require(CyclopeanEye(face))
      let look = SIMD3(Double(face.lookAt.x), Double(face.lookAt.y), Double(face.lookAt.z)) - eye.origin
      #expect(angle(between: look, and: eye.direction) < 1e-5)
    }
  }

  @Test("a face after a loss is in place within 80 ms, without a jump")
  func reacquisition() throws {
    let simulation = try Simulation(.calibration, preset: .ideal, seed: 3, duration: 120)
      .setting(
        ["tracker.dropoutRate": 20, "tracker.dropoutDuration": 400])
    let free = try simulation.setting(["tracker.dropoutRate": 0])
    var (found, since) = (0, Double.infinity)
    var wasTracked = true
    for (a, b) in zip(simulation.frames(participant: 0), free.frames(participant: 0)) {
      let (frame, truth) = (a.face, b.face)
      if frame.isTracked, !wasTracked {
        found += 1
        since = frame.time
        // In the first frame the face is still where it was held.
      }
      wasTracked = frame.isTracked
      if frame.isTracked, frame.time - since > 0.0801 || since == .infinity { #expect(frame == truth) }
    }
    #expect(found > 20)
  }

  @Test("a face turned too far, out of the picture or gone is lost")
  func lost() throws {
    let narrow = try Simulation(.recipe, seed: 2, duration: 120)
      .setting(["tracker.dropoutRate": 0, "task.worktop": 0, "task.talking": 0])
    let tracked = Array(narrow.frames(participant: 0))
    let away = tracked.filter { $0.truth?.state == .away }
    #expect(away.count > 1000)
    // The remaining frames are those within the latency.
    #expect(Double(away.count { $0.face.isTracked }) < 0.06 * Double(away.count))
    let aside = try Simulation(.stare, preset: .ideal, seed: 2, duration: 5)
      .setting(["behaviour.shiftRight": 300, "behaviour.distance": 30, "behaviour.distanceSD": 0])
    #expect(aside.frames(participant: 0).allSatisfy { !$0.face.isTracked })
  }

  @Test("a hot phone delivers every other frame")
  func thermal() throws {
    let simulation = try Simulation(.stare, preset: .ideal, seed: 1, duration: 20)
      .setting(["tracker.thermalTime": 10])
    let times = simulation.frames(participant: 0).map(\.face.time)
    #expect(times.count { $0 < 10 } == 600 && times.count { $0 >= 10 } == 300)
  }
}
