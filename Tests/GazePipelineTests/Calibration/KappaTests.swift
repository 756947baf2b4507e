import GazePipeline
import TestSupport
import Testing

struct KappaTests {
  @Test("visual and optical axis are each other's inverse to 1e-12")
  func inverse() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      let kappa = Kappa(towardsX: random.number(-0.2...0.2), up: random.number(-0.2...0.2))
      let v = random.direction(within: 1.2)
      expectNear(kappa.visualAxis(optical: kappa.opticalAxis(visual: v)), v, 1e-12)
      let o = random.direction(within: 1.2)
      expectNear(kappa.opticalAxis(visual: kappa.visualAxis(optical: o)), o, 1e-12)
      expectNear(kappa.visualAxis(optical: o).length, 1, 1e-14)
    }
  }

  @Test("zero changes nothing, bit for bit")
  func zero() {
    let o = GazeAngles(yaw: 0.3, pitch: -0.2).direction
    #expect(Kappa.zero.visualAxis(optical: o) == o)
  }

  @Test("kappa to +x and up puts the optical axis to −x and down")
  func primaryPosition() {
    let kappa = Kappa(towardsX: 5.0.radians, up: 2.0.radians)
    let optical = GazeAngles(direction: kappa.opticalAxis(visual: SIMD3(0, 0, 1)))
    expectNear(optical.yaw, -5.0.radians, 1e-15)
    expectNear(optical.pitch, -2.0.radians, 1e-15)
    // Conversely, an eye whose optical axis is straight ahead has its visual axis towards +x and up.
    let visual = kappa.visualAxis(optical: SIMD3(0, 0, 1))
    #expect(visual.x > 0 && visual.y > 0)
  }

  @Test("across the rotation the closed form of the shortest rotation holds")
  func verticalByHand() {
    // Kappa k up, visual axis turned by a about y: R(+z→v) = Ry(a) leaves y alone, so the optical axis
    // (0, −sin k, cos k) goes to (cos k · sin a, −sin k, cos k · cos a).
    let (k, a) = (2.0.radians, 30.0.radians)
    let found = Kappa(towardsX: 0, up: k).opticalAxis(visual: GazeAngles(yaw: a, pitch: 0).direction)
    let (sk, ck) = (Elementary.sin(k), Elementary.cos(k))
    let expected = SIMD3(ck * Elementary.sin(a), -sk, ck * Elementary.cos(a))
    expectNear(found, expected, 1e-15)
  }

  @Test("the angle between the two axes does not depend on the gaze direction")
  func rigid() {
    var random = SeededGenerator(seed: 12)
    let kappa = Kappa(towardsX: 5.0.radians, up: 2.0.radians)
    let atRest = angle(between: SIMD3(0, 0, 1), and: kappa.opticalAxis(visual: SIMD3(0, 0, 1)))
    for _ in 0..<200 {
      let v = random.direction(within: 1)
      expectNear(angle(between: v, and: kappa.opticalAxis(visual: v)), atRest, 1e-13)
    }
  }

  @Test("Listing's rotation takes +z to the direction, about an axis without z")
  func listing() {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<500 {
      let v = random.direction(within: 1.4)
      let r = RotationMatrix.listing(v)
      #expect(RotationMatrix(columns: r.x, r.y, r.z) != nil)
      expectNear(r.apply(SIMD3(0, 0, 1)), v, 1e-14)
      // The antisymmetric part is axis · 2 sin(angle); its z component is R₂₁ − R₁₂.
      expectNear(r.x.y, r.y.x, 1e-15)
    }
  }
}
