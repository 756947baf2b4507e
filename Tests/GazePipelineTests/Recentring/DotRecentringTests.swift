import TestSupport
import Testing

@testable import GazePipeline

struct DotRecentringTests {
  private let dot = SIMD2(187.0, 406.0)

  /// The observation of a dot that is shown for `seconds` at 60 Hz while the raw pointer is a function of time.
  private func seen(
    _ seconds: Double, _ dots: inout DotRecentring, from start: Double = 0, raw: (Double) -> SIMD2<Double>?
  ) -> OffsetObservation? {
    for index in 0..<Int(seconds * 60) {
      let time = start + Double(index) / 60
      #expect(dots.step(raw(time), dot: dot, at: time) == nil)
    }
    return dots.step(nil, dot: nil, at: start + seconds)
  }

  @Test("a noisy dot gives the median of pointer minus dot despite a tenth outliers")
  func median() throws {
    var (dots, random) = (DotRecentring(), SeededGenerator(seed: 4))
    let found = try #require(
      seen(1.5, &dots) { time in
        let noise = SIMD2(4 * random.normal(), 4 * random.normal())
        return dot + SIMD2(80, -50) + (Int(time * 60) % 10 == 0 ? SIMD2(60, 60) : noise)
      })
    // 60 samples of noise 4: the median's standard error is 0.65; a tenth of outliers moves it by a tenth of a sigma.
    expectNear(found.offset, SIMD2(80, -50), 3)
    #expect(found.noise == SIMD2(100, 100))
  }

  @Test("the first half second, in which the eyes come to the dot, does not count")
  func settling() throws {
    var dots = DotRecentring()
    let found = try #require(seen(1.2, &dots) { dot + ($0 < 0.49 ? SIMD2(-150, 300) : SIMD2(20, 30)) })
    #expect(found.offset == SIMD2(20, 30))
    #expect(seen(0.75, &dots, from: 10) { _ in dot } == nil, "less than 0.3 s are left")
  }

  @Test("a person who looks about, moves or is not tracked gives nothing")
  func elsewhere() {
    var dots = DotRecentring()
    #expect(seen(2, &dots) { dot + SIMD2(Int($0 * 2) % 2 == 0 ? 120 : -20, 0) } == nil)
    #expect(seen(2, &dots, from: 10) { dot + SIMD2(0, 150 * ($0 - 10)) } == nil)
    #expect(seen(2, &dots, from: 20) { _ in nil } == nil)
    #expect(seen(2, &dots, from: 30) { $0 < 30.7 ? dot : nil } == nil)
    #expect(seen(2, &dots, from: 40) { _ in dot }?.offset == .zero)
  }

  @Test("numbers that are not finite never give an observation that counts")
  func notFinite() {
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      var settings = Recentring(.init(), screen: SIMD2(375, 812))
      for index in 0..<120 {
        let time = Double(index) / 60
        _ = settings.step(SIMD2(bad, 10), AppContext(dot: dot), isScrolling: false, at: time)
      }
      _ = settings.step(nil, AppContext(), isScrolling: false, at: 2)
      for index in 0..<120 {
        _ = settings.step(dot, AppContext(dot: SIMD2(bad, 10)), isScrolling: false, at: 3 + Double(index) / 60)
      }
      #expect(settings.step(nil, AppContext(), isScrolling: false, at: 6) == .zero, "\(bad)")
      #expect(settings.used == 0)
    }
  }

  @Test("a dot that moves gives one observation a place, each with its settling")
  func moves() {
    var dots = DotRecentring()
    let (one, two) = (SIMD2(50.0, 50.0), SIMD2(300.0, 700.0))
    var found: [OffsetObservation] = []
    for index in 0...240 {
      let time = Double(index) / 60
      let now = index < 120 ? one : index < 240 ? two : nil
      // The eyes reach the second dot 0.4 s after it came.
      let gaze = time < 2.4 ? one : two
      if let seen = dots.step(gaze + SIMD2(time < 2.4 ? 10 : 14, 20), dot: now, at: time) { found.append(seen) }
    }
    #expect(found.map(\.offset) == [SIMD2(10, 20), SIMD2(14, 20)])
  }
}
