@testable import GazePipeline

extension Recentring {
  /// Shows a dot for two seconds, at 60 Hz, to a person whose pointer is off by this much.
  mutating func showDot(off: SIMD2<Double>, from start: Double = 0) {
    let dot = SIMD2(190.0, 400.0)
    for frame in 0..<130 {
      let app = AppContext(dot: frame < 120 ? dot : nil)
      _ = step(dot + off, app, isScrolling: false, at: start + Double(frame) / 60)
    }
  }
}
