import GazePipeline
import TestSupport
import Testing

@Suite("Person calibration")
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
      #expect((person.visualDirection(reported: reported) - v).length < 1e-12)
    }
  }

  @Test("with a gain below 1 the tracker reports too little: the true angle is larger, on each axis by its own gain")
  func gain() {
    let person = PersonCalibration(gain: SIMD2(0.5, 0.8))
    let found = GazeAngles(
      direction: person.visualDirection(reported: GazeAngles(yaw: 0.1, pitch: -0.08).direction))
    #expect(abs(found.yaw - 0.2) < 1e-15)
    #expect(abs(found.pitch + 0.1) < 1e-15)
  }

  @Test("the offset moves the gaze towards its own sign")
  func offset() {
    let person = PersonCalibration(gazeOffset: Kappa(towardsX: 0.05, up: -0.03))
    let found = GazeAngles(direction: person.visualDirection(reported: SIMD3(0, 0, 1)))
    #expect(abs(found.yaw - 0.05) < 1e-4)
    #expect(abs(found.pitch + 0.03) < 1e-4)
  }

  @Test("two calibrations are equal only if all numbers are equal")
  func equality() {
    let kappa = Kappa(towardsX: 0.1, up: 0)
    #expect(PersonCalibration() == .none)
    #expect(PersonCalibration(gazeOffset: kappa) != .none)
    #expect(PersonCalibration(gain: SIMD2(1, 0.9)) != .none)
    #expect(PersonCalibration(eyeKappa: .init(left: kappa, right: .zero)) != .none)
    #expect(PersonCalibration(eyeKappa: .init(left: .zero, right: kappa)) != .none)
  }
}
