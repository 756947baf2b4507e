import Foundation
import GazePipeline
import TestSupport
import Testing

struct HeadSampleTests {
  private func sample(_ attitude: SIMD4<Double>) -> HeadSample {
    HeadSample(time: 0, attitude: attitude, rotationRate: .zero, acceleration: .zero)
  }

  @Test("yaw is about z, pitch about x, roll about y, all right-handed")
  func axes() throws {
    let half = 0.5.squareRoot()
    #expect(near(HeadSample.attitude(yaw: .pi / 2, pitch: 0, roll: 0), SIMD4(0, 0, half, half)))
    #expect(near(HeadSample.attitude(yaw: 0, pitch: .pi / 2, roll: 0), SIMD4(half, 0, 0, half)))
    #expect(near(HeadSample.attitude(yaw: 0, pitch: 0, roll: .pi / 2), SIMD4(0, half, 0, half)))
    let turned = try #require(sample(SIMD4(0, 0, half, half)).rotation)
    expectNear(turned.apply(SIMD3(1, 0, 0)), SIMD3(0, 1, 0), 1e-15)
  }

  @Test("the attitude is Rz(yaw) · Rx(pitch) · Ry(roll), and its angles come back")
  func order() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let (yaw, roll) = (
        generator.number(-3.1...3.1), generator.number(-3.1...3.1)
      )
      let pitch = generator.number(-1.55...1.55)
      let sample = sample(HeadSample.attitude(yaw: yaw, pitch: pitch, roll: roll))
      let rotation = try #require(sample.rotation)
      let expected = RotationMatrix.aboutZ(yaw) * RotationMatrix.aboutX(pitch) * RotationMatrix.aboutY(roll)
      expectNear(rotation.x, expected.x, 1e-14)
      expectNear(rotation.y, expected.y, 1e-14)
      let angles = try #require(sample.angles)
      expectNear(angles.yaw, yaw, 1e-9)
      expectNear(angles.pitch, pitch, 1e-9)
      expectNear(angles.roll, roll, 1e-9)
      // −q is the same attitude.
      #expect(self.sample(-sample.attitude).rotation == rotation)
    }
  }

  @Test("recentring is q_ref⁻¹ · q, not a difference of angles")
  func recentring() throws {
    let reference = sample(HeadSample.attitude(yaw: 3, pitch: 0, roll: 0))
    let turned = sample(HeadSample.attitude(yaw: -3, pitch: 0, roll: 0)).relative(to: reference)
    expectNear(turned.angles?.yaw, 2 * .pi - 6, 1e-12)

    let bowed = sample(HeadSample.attitude(yaw: 0, pitch: 0.5, roll: 0))
    let nod = sample(HeadSample.attitude(yaw: 0.3, pitch: 0.5, roll: 0)).relative(to: bowed)
    let angles = try #require(nod.angles)
    // Rx(−0.5) · Rz(0.3) · Rx(0.5): sin p = sin 0.5 cos 0.5 (1 − cos 0.3), where the difference of angles gives 0.
    #expect(abs(angles.roll) > 0.1)
    expectNear(sin(angles.pitch), sin(0.5) * cos(0.5) * (1 - cos(0.3)), 1e-12)
    #expect(near(bowed.relative(to: bowed).attitude, SIMD4(0, 0, 0, 1)))
  }

  @Test("Core Motion's accelerations are standard gravities; here they are m/s²")
  func units() {
    let sample = HeadSample(
      time: 1.5, attitude: SIMD4(0, 0, 0, 1), rotationRate: SIMD3(1, 2, 3), userAcceleration: SIMD3(0, -0.5, 2))
    #expect(sample.time == 1.5 && sample.rotationRate == SIMD3(1, 2, 3))
    #expect(sample.acceleration == SIMD3(0, -4.903325, 19.6133))
  }

  @Test("a quaternion that is not of unit length is not a rotation", arguments: [0, 0.9, 2, .nan, .infinity])
  func nonUnit(w: Double) {
    #expect(sample(SIMD4(0, 0, 0, w)).rotation == nil && sample(SIMD4(0, 0, 0, w)).angles == nil)
  }

  private func near(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Bool { ((a - b) * (a - b)).sum() < 1e-24 }
}
