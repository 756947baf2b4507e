import GazePipeline
import TestSupport
import Testing

struct UnitQuaternionTests {
  private static func random(_ rng: inout SeededGenerator) -> UnitQuaternion { UnitQuaternion(rng.rotation()) }

  private static func length(_ q: UnitQuaternion) -> Double {
    (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z).squareRoot()
  }

  @Test("represent the rotations of `Rotation`: products, inverses, images, conversion, to 1e-14")
  func asRotations() {
    var rng = SeededGenerator(seed: 31)
    for _ in 0..<500 {
      let (r, s, v) = (rng.rotation(), rng.rotation(), rng.vector(within: 2))
      let (p, q) = (UnitQuaternion(r), UnitQuaternion(s))
      expectNear(p.apply(v), r.apply(v), 1e-14)
      expectNear((p * q).apply(v), (r * s).apply(v), 1e-14)
      expectNear(p.inverse.apply(r.apply(v)), v, 1e-14)
      expectNear(p.rotation.apply(v), r.apply(v), 1e-14)
      #expect(UnitQuaternion((-p).rotation).angle(to: p) < 1e-14)
    }
  }

  @Test("a half turn about any axis, with w zero, becomes a quaternion")
  func halfTurns() {
    for axis in [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 1, 0), SIMD3(1, -2, 3.0)] as [SIMD3<Double>] {
      let q = UnitQuaternion(angle: .pi, axis: axis)!
      #expect(UnitQuaternion(q.rotation).angle(to: q) < 1e-14)
      expectNear(q.angle, .pi, 1e-15)
    }
  }

  @Test("a quarter turn about each axis takes the next axis to the one after it")
  func quarterTurns() {
    expectQuarterTurns(UnitQuaternion.aboutX, UnitQuaternion.aboutY, UnitQuaternion.aboutZ)
    expectQuarterTurns(RotationMatrix.aboutX, RotationMatrix.aboutY, RotationMatrix.aboutZ)
  }

  @Test("a million products keep length 1 to 1e-12, also from the allowed deviation")
  func millionProducts() {
    var rng = SeededGenerator(seed: 32)
    let factors = (0..<1000).map { _ in Self.random(&rng) }
    var q = UnitQuaternion(unchecked: 1 + UnitQuaternion.drift, 0, 0, 0)
    var worst = 0.0
    for step in 0..<1_000_000 {
      q = q * factors[step % 1000]
      if step % 100 == 0 || step > 999_900 { worst = max(worst, abs(Self.length(q) - 1)) }
    }
    #expect(worst < UnitQuaternion.drift)
  }

  @Test("rotation vector and exponential map are inverses up to half a turn")
  func exponential() {
    var rng = SeededGenerator(seed: 33)
    for angle in [0, 1e-300, 1e-12, 1e-8, 9.99e-5, 1.01e-4, 0.3, 2, 3.14, Double.pi] {
      for _ in 0..<50 {
        let axis = (rng.vector(within: 1) + SIMD3(0, 0, 1e-3)).normalized
        let q = UnitQuaternion(rotationVector: axis * angle)!
        expectNear(Self.length(q), 1, 1e-15)
        if angle != .pi {
          expectNear(q.rotationVector, axis * angle, 1e-14)
          expectNear((-q).rotationVector, q.rotationVector, 1e-14)
        }
        expectNear(q.angle, angle, 1e-14)
      }
    }
    // A rotation the longer way is one backwards by the shorter way.
    let q = UnitQuaternion(rotationVector: SIMD3(0, 0, 1.5 * .pi))!
    expectNear(q.rotationVector, SIMD3(0, 0, -0.5 * .pi), 1e-14)
  }

  @Test("the angle between two is that of the rotation between, also if tiny")
  func angleBetween() {
    var rng = SeededGenerator(seed: 34)
    for angle in [1e-12, 1e-9, 0.01, 1, 3] {
      let p = Self.random(&rng)
      let q = p * UnitQuaternion(rotationVector: rng.vector(within: 1).normalized * angle)!
      expectNear(p.angle(to: q), angle, 1e-15)
      expectNear(p.angle(to: -q), angle, 1e-15)
    }
  }

  @Test("slerp goes at constant speed from one to the other by the shorter way")
  func slerp() {
    var rng = SeededGenerator(seed: 35)
    for _ in 0..<100 {
      let (p, q) = (Self.random(&rng), Self.random(&rng))
      let whole = p.angle(to: q)
      #expect(p.slerp(to: q, 0).angle(to: p) < 1e-14)
      #expect(p.slerp(to: q, 1).angle(to: q) < 1e-13)
      expectNear(p.slerp(to: q, 0.25).angle(to: p), whole / 4, 1e-13)
      #expect(p.slerp(to: -q, 0.6).angle(to: p.slerp(to: q, 0.6)) < 1e-13)
    }
  }

  @Test("four finite numbers not all zero are normalised; others give nil")
  func construction() {
    for scale in [1e-300, 1e-200, 1, 1e200, 1e307] as [Double] {
      let q = UnitQuaternion(w: scale, x: -scale, y: scale, z: scale)
      expectNear(Self.length(q ?? .identity), 1, 1e-15)
      expectNear(q?.x, -0.5, 1e-15)
    }
    #expect(UnitQuaternion(w: 0, x: 0, y: 0, z: 0) == nil)
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(UnitQuaternion(w: bad, x: 0, y: 0, z: 1) == nil)
      #expect(UnitQuaternion(w: 0, x: bad, y: 0, z: 1) == nil)
      #expect(UnitQuaternion(w: 0, x: 1, y: bad, z: 1) == nil)
      #expect(UnitQuaternion(w: 0, x: 1, y: 0, z: bad) == nil)
      #expect(UnitQuaternion(rotationVector: SIMD3(0, bad, 0)) == nil)
      #expect(UnitQuaternion(angle: bad, axis: SIMD3(0, 1, 0)) == nil)
    }
    #expect(UnitQuaternion(angle: 1, axis: .zero) == nil)
    #expect(UnitQuaternion(rotationVector: .zero) == .identity)
  }
}
