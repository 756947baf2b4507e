import TestSupport
import Testing

@testable import GazePipeline

/// The reason for which `Recentring` wants a dot.
struct RecentringStatusTests {
  @Test("without text a dot is wanted until one was seen")
  func reasons() {
    var recentring = Recentring(.init(), screen: SIMD2(375, 812))
    #expect(recentring.dotReason == .unknown)
    let dot = SIMD2(190.0, 400.0)
    // A dot, and ten minutes: the part of the offset that stays is still known.
    for frame in 0..<6000 {
      _ = recentring.step(
        dot, AppContext(dot: frame < 20 ? dot : nil), isScrolling: false, at: Double(frame) / 10)
      if frame == 30 || frame == 5999 { #expect(recentring.dotReason == nil, "\(frame)") }
    }
  }
}
