import GazePipeline
import Testing

@testable import Inspection

@Suite struct EyeCheckTests {
  /// The check of eyes 62 mm apart at these distances, in metres, whose yaws differ by an angle, in radians.
  private func check(_ distances: [Double], _ difference: (_ distance: Double) -> Double) -> EyeCheck {
    var check = EyeCheck()
    for distance in distances {
      let half = difference(distance) / 2
      let pose = RigidTransform(rotation: .identity, translation: SIMD3(0, 0, -distance))
      let eyes = [1.0, -1.0].map { side in
        RigidTransform(rotation: .aboutY(side * half), translation: SIMD3(side * 0.031, 0, 0))
      }
      check.add(pose, pose, eyes[0], eyes[1])
    }
    return check
  }

  @Test("eyes that converge are not exchanged, with any usual gain", arguments: [0.6, 0.7, 1])
  func converging(gain: Double) {
    #expect(!check([0.3, 0.4, 0.54]) { -gain * 0.062 / $0 }.isTurnedInward)
  }

  @Test("eyes that are turned inward by one angle are exchanged, at several distances and at one")
  func exchanged() {
    #expect(check([0.3, 0.4, 0.54]) { _ in -0.065 }.isTurnedInward)
    #expect(check([0.35, 0.35, 0.35]) { _ in -0.065 }.isTurnedInward)
    #expect(!check([0.3, 0.4, 0.54]) { _ in 0.065 }.isTurnedInward)
  }
}
