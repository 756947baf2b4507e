import GazeRecording
import TestSupport
import Testing

@testable import GazeImport

struct ScreenAxesTests {
  private static let size = SIMD2(400.0, 800)

  @Test("targets' signs give the origin unless stated; y's direction is as stated")
  func detected() {
    func axes(_ low: SIMD2<Double>, _ high: SIMD2<Double>, _ up: Bool?) -> ScreenAxes {
      ScreenAxes(low: low, high: high, origin: nil, growsUpwards: up)
    }
    let corner = axes(SIMD2(0, 5), SIMD2(390, 790), nil)
    #expect(corner.origin == .topLeft && !corner.growsUpwards && !corner.isDirectionOpen)
    #expect(axes(SIMD2(0, 5), SIMD2(390, 790), true).origin == .bottomLeft)
    let middle = axes(SIMD2(-100, -5), SIMD2(390, 790), nil)
    #expect(middle.origin == .middle && middle.growsUpwards && middle.isDirectionOpen)
    #expect(axes(SIMD2(-100, -5), SIMD2(390, 790), false).isDirectionOpen == false)
    #expect(axes(SIMD2(5, -790), SIMD2(390, -5), true).origin == .topLeft)
    let stated = ScreenAxes(low: .zero, high: SIMD2(390, 790), origin: .middle, growsUpwards: true)
    #expect(stated.origin == .middle && !stated.isOriginDetected)
  }

  @Test("one place on the screen is one place from each origin")
  func fromMiddle() {
    func axes(_ origin: ScreenAxes.Origin, _ up: Bool) -> ScreenAxes {
      ScreenAxes(low: .zero, high: .zero, origin: origin, growsUpwards: up)
    }
    // 50 to the right of the middle and 100 above it.
    for (origin, up, point) in [
      (ScreenAxes.Origin.middle, true, SIMD2(50.0, 100)), (.middle, false, SIMD2(50, -100)),
      (.topLeft, false, SIMD2(250, 300)), (.topLeft, true, SIMD2(250, -300)), (.bottomLeft, true, SIMD2(250, 500)),
    ] {
      #expect(axes(origin, up).fromMiddle(point, size: Self.size) == SIMD2(50, 100), "\(origin) \(up)")
      #expect(axes(origin, up).contains(point, size: Self.size))
    }
    #expect(!axes(.topLeft, false).contains(SIMD2(250, -5), size: Self.size))
  }
}
