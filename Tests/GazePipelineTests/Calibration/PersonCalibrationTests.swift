import GazePipeline
import TestSupport
import Testing

struct PersonCalibrationTests {
  @Test("no calibration leaves a direction unchanged, bit for bit")
  func none() {
    let d = GazeAngles(yaw: -0.4, pitch: 0.2).direction
    #expect(PersonCalibration.none.visualDirection(reported: d) == d)
  }

  @Test("a direction is recovered from its reported angles to 1e-12")
  func inverse() {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<1000 {
      let person = PersonCalibration(
        gazeOffset: Kappa(towardsX: random.number(-0.15...0.15), up: random.number(-0.15...0.15)),
        gain: SIMD2(random.number(0.6...1.3), random.number(0.6...1.3)))
      let v = random.direction(within: 0.9)
      let reported = person.reportedAngles(visual: v).direction
      expectNear(person.visualDirection(reported: reported), v, 1e-12)
    }
  }

  @Test("the offset moves gaze towards its sign; a gain below 1 enlarges the angle, per axis")
  func signs() {
    func found(_ person: PersonCalibration, yaw: Double, pitch: Double) -> GazeAngles {
      GazeAngles(direction: person.visualDirection(reported: GazeAngles(yaw: yaw, pitch: pitch).direction))
    }
    let scaled = found(PersonCalibration(gain: SIMD2(0.5, 0.8)), yaw: 0.1, pitch: -0.08)
    expectNear(scaled.yaw, 0.2, 1e-15)
    expectNear(scaled.pitch, -0.1, 1e-15)
    let moved = found(PersonCalibration(gazeOffset: Kappa(towardsX: 0.05, up: -0.03)), yaw: 0, pitch: 0)
    expectNear(moved.yaw, 0.05, 1e-4)
    expectNear(moved.pitch, -0.03, 1e-4)
  }
}
