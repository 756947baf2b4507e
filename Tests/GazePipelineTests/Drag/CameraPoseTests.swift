import GazePipeline
import TestSupport
import Testing

struct CameraPoseTests {
  @Test("heading, pitch and roll compose the orientation, also at the poles")
  func decomposition() {
    var random = SeededGenerator(seed: 2)
    for index in 0..<4000 {
      let heading = random.number(-3.1...3.1)
      let pitch =
        index % 10 == 0 ? (index % 20 == 0 ? 1 : -1) * .pi / 2 : random.number(-1.57...1.57)
      let roll = random.number(-3.1...3.1)
      let q = UnitQuaternion.aboutY(heading) * UnitQuaternion.aboutX(pitch) * UnitQuaternion.aboutZ(roll)
      let pose = CameraPose(q)
      let again =
        UnitQuaternion.aboutY(pose.heading) * UnitQuaternion.aboutX(pose.pitch) * UnitQuaternion.aboutZ(pose.roll)
      #expect(again.angle(to: q) < 1e-6)
      #expect(abs(pose.pitch) <= .pi / 2)
      if index % 10 != 0, abs(pitch) < 1.5 {
        #expect(abs(wrappedAngle(pose.heading - heading)) < 1e-9)
        expectNear(pose.pitch, pitch, 1e-9)
        #expect(abs(wrappedAngle(pose.roll - roll)) < 1e-9)
      }
    }
  }

  @Test("the start looks along +z, the other way from an untouched camera")
  func start() {
    let pose = CameraPose.start
    expectNear(pose.forward, SIMD3(0, 0, 1), 1e-12)
    expectNear(abs(pose.heading), .pi, 1e-12)
    #expect(abs(pose.pitch) < 1e-12 && abs(pose.horizonTilt) < 1e-12 && !pose.isUpsideDown)
  }

  @Test("the horizon's tilt is a level camera's roll, and 0 without roll")
  func tilt() {
    expectNear(CameraPose(UnitQuaternion.aboutZ(0.3)).horizonTilt, 0.3, 1e-12)
    for pitch in stride(from: -3.0, through: 3, by: 0.1) {
      let pose = CameraPose(heading: 1, pitch: pitch)
      #expect(abs(pose.horizonTilt) < 1e-12)
      #expect(pose.isUpsideDown == (abs(pitch) > .pi / 2))
    }
  }

  @Test("a camera at a pole is not upside down, in spite of rounding")
  func atPole() {
    for heading in stride(from: -3.1, through: 3.1, by: 0.01) {
      for pitch in [Double.pi / 2, -.pi / 2, (Double.pi / 2).nextUp, -(Double.pi / 2).nextUp] {
        #expect(!CameraPose(heading: heading, pitch: pitch).isUpsideDown, "\(heading), \(pitch)")
      }
      #expect(CameraPose(heading: heading, pitch: .pi / 2 + 1e-6).isUpsideDown)
    }
  }

  @Test("angles wrap the shorter way")
  func wrapped() {
    expectNear(wrappedAngle(3.5), 3.5 - 2 * .pi, 1e-12)
    expectNear(wrappedAngle(-100), -100 + 16 * 2 * .pi, 1e-9)
    #expect(wrappedAngle(1) == 1)
  }
}
