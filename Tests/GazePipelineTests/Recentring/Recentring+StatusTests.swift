import GazePipeline
import Testing

@Suite("Recentring+Status") struct RecentringStatusTests {
  @Test("the status has the numbers of its recentring")
  func numbers() {
    var recentring = Recentring(.init(), screen: SIMD2(375, 812))
    #expect(recentring.status.wantsDot && recentring.status.offset == .zero && recentring.status.confidence == nil)
    let dot = SIMD2(190.0, 400.0)
    for frame in 0..<130 {
      let app = AppContext(dot: frame < 120 ? dot : nil)
      _ = recentring.step(dot + SIMD2(30, 0), app, isScrolling: false, at: Double(frame) / 60)
    }
    let status = recentring.status
    #expect(status.offset == recentring.offset && status.uncertainty == recentring.uncertainty)
    #expect(status.used == 1 && status.refused == 0 && !status.wantsDot)
  }

  @Test("without text a dot is wanted until one was seen; every reason has its sentence")
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
    #expect(Set(Recentring.DotReason.allCases.map(\.sentence)).count == 3)
  }
}
