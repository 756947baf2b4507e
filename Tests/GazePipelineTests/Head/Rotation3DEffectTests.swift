import GazePipeline
import TestSupport
import Testing

struct Rotation3DEffectTests {
  private let effect = Rotation3DEffect(size: SIMD2(250, 250))
  private let corners: [SIMD2<Double>] = [SIMD2(0, 0), SIMD2(250, 0), SIMD2(250, 250), SIMD2(0, 250)]

  private func turn(_ degrees: Double, _ axis: SIMD3<Double>) -> ProjectiveMap {
    effect.map(angle: degrees.radians, axis: axis)
  }

  @Test("about z the square turns clockwise in its plane and keeps its size")
  func roll() throws {
    let map = turn(90, SIMD3(0, 0, 1))
    let corner = try #require(map.apply(SIMD2(0, 0)))
    expectNear(corner, SIMD2(250, 0), 1e-12)
  }

  @Test("about x by 60° the top edge recedes, like titles in a film")
  func pitch() throws {
    let map = turn(60, SIMD3(1, 0, 0))
    let (left, right) = (try #require(map.apply(SIMD2(0, 0))), try #require(map.apply(SIMD2(250, 0))))
    // z' = −125·sin 60°, so the eye 250 points away sees 1/(1 + 0.433) of 125.
    expectNear(right.x - left.x, 250 / (1 + 0.5 * 0.75.squareRoot()), 1e-9)
    expectNear(left.y, 125 - 62.5 / (1 + 0.5 * 0.75.squareRoot()), 1e-9)
  }

  @Test("three calls are the product of their three maps, computed independently with NumPy")
  func chained() throws {
    let map = HeadPicture().chained(HeadAngles(yaw: 30.0.radians, pitch: 20.0.radians, roll: 10.0.radians))
    let product = turn(-30, SIMD3(0, 1, 0)) * turn(20, SIMD3(1, 0, 0)) * turn(10, SIMD3(0, 0, 1))
    let expected: [SIMD2<Double>] = [
      SIMD2(62.31832754, 27.86651328), SIMD2(272.69304874, 12.78729744), SIMD2(271.57025065, 352.12986008),
      SIMD2(16.03588256, 207.78763425),
    ]
    for (corner, place) in zip(corners, expected) {
      let shown = try #require(map.apply(corner))
      expectNear(shown, place, 1e-6)
      expectNear(product.apply(corner), shown, 1e-12)
    }
  }

  @Test("without flattening three calls are one rigid turn, the head's mirror image")
  func rigid() throws {
    var picture = HeadPicture()
    let angles = HeadAngles(yaw: 0.5, pitch: 0.3, roll: -0.4)
    let flat = picture.chained(angles)
    picture.effect.isFlattened = false
    let (chained, once) = (picture.chained(angles), picture.map(angles.quaternion))
    for corner in corners {
      let (a, b) = (try #require(chained.apply(corner)), try #require(once.apply(corner)))
      expectNear(a, b, 1e-10)
      #expect((try #require(flat.apply(corner)) - b).length > 1)
    }
  }

  @Test("perspective 0 is a parallel projection; the depth is a parameter")
  func perspective() throws {
    var effect = effect
    effect.perspective = 0
    let flat = try #require(effect.map(angle: 1.0, axis: SIMD3(0, 1, 0)).apply(SIMD2(250, 0)))
    expectNear(flat, SIMD2(125 + 125 * 0.5403023058681398, 0), 1e-9)
    effect.perspective = 1
    effect.depth = 500
    let far = try #require(effect.map(angle: 1.0, axis: SIMD3(0, 1, 0)).apply(SIMD2(250, 0)))
    expectNear(far.x, 125 + 125 * 0.5403023058681398 / (1 + 0.25 * 0.8414709848078965), 1e-9)
  }

  @Test("a zero axis or a non-finite number leaves the picture unchanged")
  func nothing() {
    #expect(effect.map(angle: 1, axis: .zero) == .identity)
    #expect(effect.map(angle: .nan, axis: SIMD3(0, 1, 0)) == .identity)
  }

  @Test("a corner not in front of the eye makes its place and the pose nil")
  func beyond() {
    var picture = HeadPicture()
    picture.effect.perspective = 2
    var missing = 0
    for yaw in stride(from: -180.0, through: 180, by: 15) {
      for pitch in stride(from: -90.0, through: 90, by: 15) {
        let map = picture.chained(HeadAngles(yaw: yaw.radians, pitch: pitch.radians, roll: 0.3))
        guard let c = picture.corners(map) else {
          missing += 1
          continue
        }
        #expect(c.topLeft.isFinite && c.topRight.isFinite && c.bottomRight.isFinite && c.bottomLeft.isFinite)
      }
    }
    #expect(missing > 0)
  }
}
