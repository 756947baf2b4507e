import Testing

@testable import Calibrate

@Suite struct PredictedErrorTests {
  @Test("E|c + v| is a Rice mean: σ√(π/2) for c = 0, c for v = 0, and 1.5486 for both 1")
  func rice() {
    #expect(abs(PredictedError.meanLength(0, spread: 1) / (Double.pi / 2).squareRoot() - 1) < 0.01)
    #expect(abs(PredictedError.meanLength(2, spread: 0) - 2) < 1e-12)
    // √(π/2) · L½(−½) with the Laguerre function L½.
    #expect(abs(PredictedError.meanLength(1, spread: 1) - 1.5486) < 0.01)
  }

  @Test("unknowns of a session widen the interval; drift of a person tracked twice as badly is twice as large")
  func grows() {
    let known = SIMD2(0.2, 0.2)
    let drift = SlowDrift(sd: 0.8, time: 20, white: 0.3)
    func error(_ session: Double, scatter: Double) -> PredictedError {
      PredictedError(known: known, session: session, drift: drift, look: 0.85, scatter: scatter)
    }
    let (calm, wide, loud) = (error(0.5, scatter: 1), error(1.5, scatter: 1), error(0.5, scatter: 2))
    #expect(calm.median < wide.median && calm.interval[1] < wide.interval[1])
    #expect(loud.median > 1.5 * calm.median)
    for e in [calm, wide, loud] { #expect(e.interval[0] < e.median && e.median < e.interval[1]) }
  }

  @Test("with few known sessions the tail is longer; many are as good as an assumption")
  func freedom() {
    func error(_ freedom: Double?) -> PredictedError {
      PredictedError(
        known: SIMD2(0.2, 0.2), session: 1.3, freedom: freedom, people: 0, drift: nil, look: 0.5, scatter: 1)
    }
    let (few, many, assumed) = (error(4), error(1e5), error(nil))
    #expect(few.interval[1] > 1.3 * assumed.interval[1])
    #expect(abs(many.interval[1] / assumed.interval[1] - 1) < 1e-3 && abs(many.median / assumed.median - 1) < 1e-3)
  }

  @Test("differences in tracking between people do not move the median, and widen the interval both ways")
  func people() {
    func error(_ people: Double) -> PredictedError {
      PredictedError(known: SIMD2(0.2, 0.2), session: 1.3, people: people, drift: nil, look: 0.5, scatter: 1)
    }
    let (alike, unlike) = (error(0), error(0.45))
    #expect(alike.median == unlike.median)
    #expect(unlike.interval[0] < 0.8 * alike.interval[0] && unlike.interval[1] > 1.2 * alike.interval[1])
    // If nothing else differs, the bounds are e^(±1.96 λ) times the median.
    let own = PredictedError(known: .zero, session: 0, people: 0.45, drift: nil, look: 1, scatter: 1)
    #expect(abs(own.interval[1] / own.median - 2.416) < 0.001 && abs(own.interval[0] / own.median - 0.4139) < 0.001)
  }
}
