import GazePipeline
import GazeTesting
import TestSupport
import Testing

struct ConstantOffsetTests {
  /// 101 samples around `centre`, symmetric in number and distance on every side of it.
  private func cloud(_ centre: SIMD2<Double>, radius: Double) -> [SIMD2<Double>] {
    let ring = (0..<100).map { index in
      let angle = Double(index) * 2 * .pi / 100
      let unit = GazeAngles(yaw: angle, pitch: 0).direction
      return centre + SIMD2(unit.x, unit.z) * radius * (0.2 + 0.8 * Double(index % 5) / 4)
    }
    return ring + [centre]
  }

  @Test("finds the constant that everybody needs", arguments: [SIMD2(-312.0, 47.0), SIMD2(0, 0), SIMD2(3.4, -900.6)])
  func common(needed: SIMD2<Double>) {
    // Three in five samples are at one place, so the median distance has a single minimum: 0, at that place.
    let mostly = Array(repeating: -needed, count: 152)
    let exact = ConstantOffset(people: [mostly + cloud(-needed, radius: 300)]).best
    #expect((exact - needed).length <= 0.25)
    // With clouds the median distance is flat around the middle.
    let clouds = ConstantOffset(people: [cloud(-needed, radius: 20), cloud(-needed, radius: 60)])
    expectNear(clouds.best, needed, 3)
    #expect(clouds.cost(clouds.best) <= clouds.cost(needed))
  }

  @Test("a few wild samples do not pull it away: the median decides")
  func outliers() {
    let wild = Array(repeating: SIMD2(5000.0, -5000), count: 20)
    let found = ConstantOffset(people: [cloud(SIMD2(10, 20), radius: 5) + wild]).best
    expectNear(found, SIMD2(-10, -20), 2)
  }

  @Test("a person counts once, and no point of a fine grid does better")
  func people() {
    let offset = ConstantOffset(people: [
      cloud(SIMD2(100, 0), radius: 10), Array(repeating: SIMD2(0, 50), count: 2000), cloud(SIMD2(90, 10), radius: 10),
    ])
    let least = offset.cost(offset.best)
    for x in stride(from: -150.0, through: 50, by: 2) {
      for y in stride(from: -100.0, through: 50, by: 2) {
        #expect(least <= offset.cost(SIMD2(x, y)) + 1, "(\(x), \(y))")
      }
    }
    // Two of three people are near (−95, −5).
    expectNear(offset.best, SIMD2(-95, -5), 15)
  }

  @Test("nobody, or people without samples, need none")
  func nobody() {
    #expect(ConstantOffset(people: []).best == .zero)
    #expect(ConstantOffset(people: [[], []]).best == .zero)
    #expect(ConstantOffset(people: [[], []]).cost(SIMD2(7, 7)) == 0)
    expectNear(ConstantOffset(people: [[], [SIMD2(5, 6)]]).best, SIMD2(-5, -6), 0.5)
  }
}
