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
}
