import GazePipeline
import TestSupport
import Testing

struct HeadAnglesTests {
  @Test(
    "quaternion → angles → quaternion is the identity to 1e-6, also at the poles"
  )
  func roundTrip() {
    var rng = SeededGenerator(seed: 41)
    var worst = 0.0
    for _ in 0..<20_000 {
      let q = UnitQuaternion(rng.rotation())
      let angles = HeadAngles(q)
      #expect(abs(angles.yaw) <= .pi && abs(angles.pitch) <= .pi / 2 && abs(angles.roll) <= .pi + 1e-12)
      worst = max(worst, angles.quaternion.angle(to: q), HeadAngles(-q).quaternion.angle(to: q))
    }
    for pole in [-1.0, 1] {
      for off in [0, 1e-15, 1e-12, 1e-10, 1e-9, 1.1e-9, 1e-8, 1e-7, 1e-5, 1e-3] {
        for _ in 0..<200 {
          let angles = HeadAngles(
            yaw: rng.number(-3.1...3.1), pitch: pole * (.pi / 2 - off), roll: rng.number(-3.1...3.1))
          let q = angles.quaternion
          worst = max(worst, HeadAngles(q).quaternion.angle(to: q))
        }
      }
    }
    // The error is far below the required 1e-6.
    #expect(worst < 1e-8)
  }

  @Test("at the poles yaw and roll are one angle, given as yaw")
  func gimbalLock() {
    let up = HeadAngles(HeadAngles(yaw: 0.3, pitch: .pi / 2, roll: 0.2).quaternion)
    #expect(up.roll == 0)
    expectNear(up.yaw, 0.5, 1e-9)
    expectNear(up.pitch, .pi / 2, 1e-9)
    let down = HeadAngles(HeadAngles(yaw: 0.3, pitch: -.pi / 2, roll: 0.2).quaternion)
    #expect(down.roll == 0 && abs(down.pitch + .pi / 2) < 1e-9)
    expectNear(down.yaw, 0.1, 1e-9)
  }
}
